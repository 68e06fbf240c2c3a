import { Fragment, type ReactNode, useMemo } from 'react'
import { classNames } from '../class-names.ts'
import { type Block, parseBlocks } from './blocks.ts'
import type { Inline } from './inline.ts'
import css from './rich-text.module.css'

export type RichTextProps = {
  /** Markdown, of which a subset is rendered; HTML is shown as text. */
  text: string
  /** Level of its top headings: one below the heading above it. */
  level?: 2 | 3 | undefined
  /** For screen readers, in an external link: "opens in a new tab". */
  linkHint?: string | undefined
  className?: string | undefined
}

export function RichText({ text, level = 2, linkHint, className }: RichTextProps) {
  const blocks = useMemo(() => parseBlocks(text), [text])
  return (
    <div className={classNames(css.text, className)}>
      {blocks.map((block, place) => (
        <Fragment key={place}>{showBlock(block, level, linkHint)}</Fragment>
      ))}
    </div>
  )
}

function showBlock(block: Block, level: 2 | 3, linkHint: string | undefined): ReactNode {
  const lines = (all: readonly Inline[][], Tag: 'li' | 'p') =>
    all.map((inside, place) => <Tag key={place}>{showInline(inside, linkHint)}</Tag>)
  if (block.kind === 'paragraph') return <p>{showInline(block.inside, linkHint)}</p>
  if (block.kind === 'bullets') return <ul>{lines(block.items, 'li')}</ul>
  if (block.kind === 'numbers') return <ol start={block.start}>{lines(block.items, 'li')}</ol>
  if (block.kind === 'quote') return <blockquote>{lines(block.paragraphs, 'p')}</blockquote>
  const Heading = headings[level + block.depth - 4] ?? 'h4'
  return <Heading>{showInline(block.inside, linkHint)}</Heading>
}

const headings = ['h2', 'h3', 'h4'] as const

function showInline(parts: readonly Inline[], linkHint: string | undefined): ReactNode {
  return parts.map((part, place) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'break') return <br key={place} />
    const inside = showInline(part.inside, linkHint)
    if (part.kind === 'bold') return <strong key={place}>{inside}</strong>
    if (part.kind === 'italic') return <em key={place}>{inside}</em>
    return (
      <TextLink key={place} href={part.href} hint={linkHint}>
        {inside}
      </TextLink>
    )
  })
}

/** Opens in a new tab, so that the reader keeps the page. */
function TextLink({ href, hint, children }: { href: string; hint: string | undefined; children: ReactNode }) {
  if (href.startsWith('mailto:')) return <a href={href}>{children}</a>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      {hint && <span className="sr"> ({hint})</span>}
    </a>
  )
}
