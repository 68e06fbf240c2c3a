import type { QUICK_REACTIONS } from '@saathi/contract/chat/gestures'
import type { TextKey } from '@saathi/contract/texts'
import type { ReactNode } from 'react'

const face = (mouth: ReactNode) => (
  <>
    <circle cx="12" cy="12" r="9.5" fill="#FFC955" stroke="#8A5200" strokeWidth="1.3" />
    <circle cx="8.8" cy="10" r="1.3" fill="#3D2400" />
    <circle cx="15.2" cy="10" r="1.3" fill="#3D2400" />
    {mouth}
  </>
)
const outline = { stroke: '#8A5200', strokeWidth: 1.3, strokeLinejoin: 'round' } as const

type Quick = (typeof QUICK_REACTIONS)[number]

/** Ours, so that they look the same on every phone. */
const drawings: Readonly<Record<Quick, { name: TextKey; shape: ReactNode }>> = {
  '❤️': {
    name: 'chat.react.love',
    shape: (
      <path
        d="M12 20.5C5 15.7 2.7 12.5 2.7 9a4.7 4.7 0 0 1 9.3-1.5A4.7 4.7 0 0 1 21.3 9c0 3.5-2.3 6.7-9.3 11.5z"
        fill="#DA4069"
      />
    ),
  },
  '👍': {
    name: 'chat.react.yes',
    shape: (
      <>
        <path
          d="M8 20.5V10.5L11.5 3a2.3 2.3 0 0 1 2.3 2.8l-.8 3.2h5.3a2.2 2.2 0 0 1 2.2 2.6l-1.3 7a2.3 2.3 0 0 1-2.3 1.9z"
          fill="#FFC955"
          {...outline}
        />
        <rect x="3" y="10.5" width="4.2" height="10" rx="1.5" fill="#138483" />
      </>
    ),
  },
  '😂': {
    name: 'chat.react.laugh',
    shape: face(<path d="M7.5 13.5h9c-.4 3-2.2 4.5-4.5 4.5s-4.1-1.5-4.5-4.5z" fill="#3D2400" />),
  },
  '😮': { name: 'chat.react.wow', shape: face(<ellipse cx="12" cy="15.6" rx="2.1" ry="2.7" fill="#3D2400" />) },
  '😢': {
    name: 'chat.react.sad',
    shape: face(
      <>
        <path d="M8.5 17q3.5-3.5 7 0" fill="none" stroke="#3D2400" strokeWidth="1.6" strokeLinecap="round" />
        <path d="M16.5 12.5c1.3 1.8 1.3 3 0 3s-1.3-1.2 0-3z" fill="#4A60D3" />
      </>,
    ),
  },
  '🙏': {
    name: 'chat.react.thanks',
    shape: (
      <>
        <path d="M11.6 2.5c-1.5.3-2.3 1.5-2.3 3.2V11L4.5 17l3 4 4.3-3.5z" fill="#FFC955" {...outline} />
        <path d="M12.4 2.5c1.5.3 2.3 1.5 2.3 3.2V11l4.8 6-3 4-4.3-3.5z" fill="#FFDA8A" {...outline} />
        <path d="m4.5 17 3 4M19.5 17l-3 4" stroke="#DA4069" strokeWidth="2.4" strokeLinecap="round" />
      </>
    ),
  },
}

const isQuick = (emoji: string): emoji is Quick => emoji in drawings
/** Undefined for an emoji without a drawing: screen readers read it by its own name. */
export const reactionName = (emoji: string): TextKey | undefined => (isQuick(emoji) ? drawings[emoji].name : undefined)

export function ReactionDrawing({ emoji, size }: { emoji: string; size: number }) {
  if (!isQuick(emoji)) return <span style={{ fontSize: size - 1, lineHeight: 1 }}>{emoji}</span>
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {drawings[emoji].shape}
    </svg>
  )
}
