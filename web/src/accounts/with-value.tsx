import type { ReactNode } from 'react'

const mark = '\u0000'

/** A translated text with one value in bold, wherever the language puts it. */
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
