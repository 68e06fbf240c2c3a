import type { IconShape } from '#core/ui/icons.ts'

/** All tools of a call; each is in the toolbar or behind More. */
export type ToolName =
  | 'microphone'
  | 'camera'
  | 'captions'
  | 'share'
  | 'chat'
  | 'hand'
  | 'tiles'
  | 'leave'
  | 'fullScreen'
  | 'devices'
  | 'profile'
  | 'settings'
  | 'quality'
  | 'filmstrip'
  | 'stats'
  | 'shortcuts'
  | 'download'
  | 'help'
  | 'recording'
  | 'consent'

export type Tool = {
  icon: IconShape
  label: string
  /** For toggles. */
  isPressed?: boolean | undefined
  /** Why the tool is unavailable. */
  reason?: string | undefined
  /** Unread messages. */
  unread?: number
  act: () => void
}
export type Tools = Record<ToolName, Tool>

/** In the toolbar at every width, where five buttons fit on a phone; in a wide toolbar only; behind More. */
export const alwaysInBar = ['microphone', 'camera', 'chat'] as const satisfies readonly ToolName[]
export const whileRinging = ['microphone', 'camera'] as const satisfies readonly ToolName[]
export const inWideBar = ['captions', 'share', 'hand', 'tiles'] as const satisfies readonly ToolName[]
export const behindMore = [
  'recording',
  'consent',
  'fullScreen',
  'filmstrip',
  'devices',
  'quality',
  'settings',
  'profile',
  'stats',
  'download',
  'shortcuts',
  'help',
] as const satisfies readonly ToolName[]

export type PanelName =
  | 'more'
  | 'devices'
  | 'profile'
  | 'settings'
  | 'quality'
  | 'stats'
  | 'shortcuts'
  | 'download'
  | 'help'
  | 'forget'
