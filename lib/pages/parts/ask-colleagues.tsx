type AskColleaguesProps = {
  /** a name that no term has */
  name: string
  /** whether the reader has asked already */
  isAsked: boolean
}

/** Lets the reader ask for a name that nobody has explained, or take that back. */
export function AskColleagues({ name, isAsked }: AskColleaguesProps) {
  return (
    <form method="post" action={isAsked ? '/wanted/withdraw' : '/wanted/notify'}>
      <input type="hidden" name="name" value={name} />
      <button type="submit" class={isAsked ? 'quiet' : 'button plain'}>
        {isAsked ? 'Stop asking' : 'Ask colleagues'} <span class="visually-hidden">{name}</span>
      </button>
      <p class="hint">
        {isAsked
          ? 'You will be notified when a term with this name is added.'
          : 'You will be notified when someone adds it. Nobody sees who asked.'}
      </p>
    </form>
  )
}
