const label = 'Never mark this'
const pathOf = (id: string) => `/terms/${id}/never-mark`

/** The button by which whoever may edit a term lets no text mark it any more. */
export const NeverMark = ({ id }: { id: string }) => (
  <form id="never-mark" method="post" action={pathOf(id)}>
    <button type="submit" class="quiet">
      {label}
    </button>
  </form>
)

const formId = 'never-mark-form'

/** The form of all such buttons within a text, which stays open in its tab. */
export const NeverMarkForm = () => <form id={formId} method="post" target="_blank" />

/** The same beside a mark, where a form cannot stand. */
export const NeverMarkInText = ({ id }: { id: string }) => (
  <button type="submit" class="quiet" form={formId} formaction={pathOf(id)}>
    {label}
  </button>
)
