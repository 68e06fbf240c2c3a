import type { IconShape } from '#core/ui/icons.ts'

/** Everything that can be done in a call; each stands in the bar or behind More. */
export type ToolName =
  | 'microphone'
  | 'camera'
  | 'captions'
  | 'share'
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
  /** For what is on or off. */
  isPressed?: boolean | undefined
  /** It cannot be done now or here, and this says why. */
  reason?: string | undefined
  act: () => void
}
export type Tools = Record<ToolName, Tool>

/** In the bar at every width, and only where there is room; there the rest is behind More. */
export const alwaysInBar = ['microphone', 'camera', 'captions'] as const satisfies readonly ToolName[]
export const inWideBar = ['share', 'hand', 'tiles'] as const satisfies readonly ToolName[]
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
