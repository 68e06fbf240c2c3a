import type { ReactNode } from 'react'

const mark = '\u0000'

/** A text of the dictionary with one value set in bold, wherever the language puts it. */
export function WithValue({ text, children }: { text: (mark: string) => string; children: ReactNode }) {
  const [before = '', after = ''] = text(mark).split(mark)
  return (
    <>
      {before}
      <b>{children}</b>
      {after}
    </>
  )
}
