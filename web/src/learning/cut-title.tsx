import { cutGraphemes } from '@saathi/contract/core/cut'

/** Shows a shortened title; screen readers and tooltips get the whole one. */
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
