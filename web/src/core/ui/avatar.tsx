import { useState, type ReactNode } from 'react'
import css from './avatar.module.css'
import { createStore } from '../store.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { plus, sparkle, users } from './icons.ts'

type AvatarSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'
export type AvatarProps = {
  name: string
  picture?: string | null | undefined
  kind?: 'person' | 'group' | 'ai' | undefined
  size?: AvatarSize | undefined
  /** Set where the name is not written next to the picture. */
  spoken?: boolean | undefined
  className?: string | undefined
}

const tones = [css.tone0, css.tone1, css.tone2, css.tone3, css.tone4, css.tone5]

export function Avatar({ name, picture, kind = 'person', size = 'md', spoken = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const drawn = picture && broken !== picture
  const tone = kind === 'person' && name && !drawn ? tones[toneOf(name, tones.length)] : css[kind]
  const look = classNames(css.avatar, css[size], tone, className)
  const voice = spoken ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true }
  return (
    <span className={look} {...voice}>
      {drawn ? (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(picture)} />
      ) : (
        <Fallback kind={kind} name={name} />
      )}
    </span>
  )
}

function Fallback({ kind, name }: { kind: 'person' | 'group' | 'ai'; name: string }) {
  if (kind === 'ai') return <Icon of={sparkle} className={css.sign} />
  // The initials are drawn with CSS: as text they would be part of the accessible name of every button with an avatar.
  if (name) return <span className={css.initials} data-initials={initialsOf(name)} />
  if (kind === 'group') return <Icon of={users} className={css.sign} />
  return (
    <svg viewBox="0 0 40 40">
      <path d="M9 40V22a11 11 0 0 1 22 0v18z" fill="var(--peacock-6)" />
      <circle cx="16.5" cy="21" r="1.5" fill="#fff" />
      <circle cx="23.5" cy="21" r="1.5" fill="#fff" />
      <path d="M17 26q3 3 6 0" fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}

export type AvatarStackProps = {
  /** Names as text: "Arjun, Divya and two more". */
  label: string
  children: ReactNode
  /** Dashed circles for open places. */
  openPlaces?: number | undefined
  size?: AvatarSize | undefined
}

export function AvatarStack({ label, children, openPlaces = 0, size = 'md' }: AvatarStackProps) {
  return (
    <span className={css.stack} role="img" aria-label={label}>
      {children}
      {Array.from({ length: openPlaces }, (_, place) => (
        <span key={place} className={classNames(css.avatar, css[size], css.place)} aria-hidden="true">
          <Icon of={plus} className={css.sign} />
        </span>
      ))}
    </span>
  )
}

// Created on first use, which takes about 40 ms: most people have a picture.
const segmenter = createStore<Intl.Segmenter | null>(null)

function firstLetter(word: string | undefined): string {
  const graphemes = segmenter.get() ?? new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  segmenter.set(graphemes)
  // By grapheme, because half of a conjunct is not a letter.
  for (const { segment } of graphemes.segment(word ?? '')) return segment
  return ''
}

/** Two letters in Latin, one in other scripts: two of Tamil or Malayalam are wider than the circle. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = firstLetter(words[0])
  const last = words.length > 1 ? firstLetter(words.at(-1)) : ''
  return (isLatin(first) && isLatin(last) ? first + last : first).toLocaleUpperCase()
}

const isLatin = (letter: string) => /^\p{Script=Latin}/u.test(letter)

/** A person has the same colour everywhere. */
function toneOf(name: string, tones: number): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % tones
}
