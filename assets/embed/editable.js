// Text that can be edited, which is never read or marked: marks would become a part of what people write.

const roles = ['textbox', 'searchbox', 'combobox', 'spinbutton'].map((role) => `[role~=${role} i]`)

/** Elements whose text can be edited, and what is in them, although a part may not be editable. */
export const editable = ['[contenteditable]:not([contenteditable=false i])', ...roles].join()

/** Whether a text node is in the page, and its text cannot be edited, whatever it was when it was read. */
export const isReadable = ({ isConnected, parentElement }) =>
  isConnected && document.designMode !== 'on' && !parentElement.closest(editable)
