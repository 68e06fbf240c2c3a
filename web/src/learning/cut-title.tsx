import { cutGraphemes } from '@saathi/contract/core/cut'

/** The eye sees so many letters; whoever listens, or waits with the pointer, gets the whole title. */
export function CutTitle({ title, letters }: { title: string; letters: number }) {
  const cut = cutGraphemes(title, letters)
  if (cut === title) return title
  return (
    <>
      <span aria-hidden="true" title={title}>
        {cut}
      </span>
      <span className="sr">{title}</span>
    </>
  )
}
