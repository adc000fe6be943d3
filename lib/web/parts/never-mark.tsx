/** The button by which whoever may edit a term lets no text mark it any more. In a text, it opens a new tab. */
export const NeverMark = ({ id, isInText = false }: { id: string; isInText?: boolean }) => (
  <form
    id={isInText ? undefined : 'never-mark'}
    method="post"
    action={`/terms/${id}/never-mark`}
    target={isInText ? '_blank' : undefined}
  >
    <button type="submit" class="quiet">
      Never mark this
    </button>
  </form>
)
