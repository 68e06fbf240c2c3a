// Path data for the 24 px icons, one constant each, so that a page loads only the icons it imports.
// basic-icons.ts has the icons of forms, the only ones that the sign-in page loads; further-icons.ts has those of calls, chat and
// the console.
import type { IconShape } from './basic-icons.ts'

export type { IconShape } from './basic-icons.ts'
export { alert, bulb, check, down, eye, eyeOff, info, language, lock } from './basic-icons.ts'

export const home = 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z'
export const book = 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13'
export const pair =
  'M5.5 7.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM14.2 9.5a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0zM3 19.5v-1a5.5 5.5 0 0 1 11 0v1M16 14.5a4.5 4.5 0 0 1 5 4.5v.5'
export const chat =
  'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4V16A2.5 2.5 0 0 1 4 13.5zM8.5 9h7M8.5 12h4'
export const survey =
  'M7.5 4.5h9a2.5 2.5 0 0 1 2.5 2.5v11a2.5 2.5 0 0 1-2.5 2.5h-9a2.5 2.5 0 0 1-2.5-2.5v-11a2.5 2.5 0 0 1 2.5-2.5zM9 3h6v3H9zM8.5 11.5l1.3 1.3 2.2-2.3M14.5 11.5h1.5M8.5 16.2l1.3 1.3 2.2-2.3M14.5 16.2h1.5'
export const bag =
  'M6 8h12a2.5 2.5 0 0 1 2.5 2.5v6.5a2.5 2.5 0 0 1-2.5 2.5h-12a2.5 2.5 0 0 1-2.5-2.5v-6.5a2.5 2.5 0 0 1 2.5-2.5zM8.5 8V6A1.5 1.5 0 0 1 10 4.5h4A1.5 1.5 0 0 1 15.5 6v2M3.5 13h17M12 12v2'
export const up = 'M6.5 14.5l5.5-5.5 5.5 5.5'
export const left: IconShape = {
  d: 'M14.5 5.5l-6.5 6.5 6.5 6.5',
  mirrored: true,
}
export const right: IconShape = {
  d: 'M9.5 5.5l6.5 6.5-6.5 6.5',
  mirrored: true,
}
export const back: IconShape = {
  d: 'M20 12H4.5M10.5 5.5 4 12l6.5 6.5',
  mirrored: true,
}
export const forward: IconShape = {
  d: 'M4 12h15.5M13.5 5.5 20 12l-6.5 6.5',
  mirrored: true,
}
export const close = 'M6 6l12 12M18 6 6 18'
export const plus = 'M12 5v14M5 12h14'
export const bookmark = 'M6.5 5A1.5 1.5 0 0 1 8 3.5h8A1.5 1.5 0 0 1 17.5 5v15.5L12 16.5l-5.5 4z'
export const bookmarkFilled: IconShape = {
  filled: 'M6.5 5A1.5 1.5 0 0 1 8 3.5h8A1.5 1.5 0 0 1 17.5 5v15.5L12 16.5l-5.5 4z',
}
export const clock = 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM12 7.5V12l3 2'
export const calendar =
  'M6.5 5.5h11a2.5 2.5 0 0 1 2.5 2.5v10a2.5 2.5 0 0 1-2.5 2.5h-11a2.5 2.5 0 0 1-2.5-2.5v-10a2.5 2.5 0 0 1 2.5-2.5zM4 10h16M8.5 3.5v4M15.5 3.5v4'
export const search = 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0zM16 16l4.5 4.5'
export const bell = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4'
export const video =
  'M5.5 6.5h7a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-7a2.5 2.5 0 0 1-2.5-2.5v-6a2.5 2.5 0 0 1 2.5-2.5zM15 11l6-3.5v9L15 13'
export const grid =
  'M6 4h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM15 4h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM6 13h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM15 13h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2z'
export const more: IconShape = {
  d: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  weight: 3,
}
export const settings =
  'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM12 3.5v2.5M12 18v2.5M3.5 12H6M18 12h2.5M6 6l1.8 1.8M16.2 16.2 18 18M18 6l-1.8 1.8M7.8 16.2 6 18'
export const star = 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z'
export const starFilled: IconShape = {
  filled: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z',
}
export const heart = 'M12 19.5C7 16 4 13 4 9.5A4.3 4.3 0 0 1 12 7.3a4.3 4.3 0 0 1 8 2.2c0 3.5-3 6.5-8 10z'
export const link = 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1'
export const file =
  'M6 4.5A1.5 1.5 0 0 1 7.5 3H14l4.5 4.5v12A1.5 1.5 0 0 1 17 21H7.5A1.5 1.5 0 0 1 6 19.5zM14 3v4.5h4.5M9 12.5h6M9 16h4'
export const download = 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15'
export const offline =
  'M4 4l16 16M8.5 16a5 5 0 0 1 7 0M5.5 12.8a9 9 0 0 1 4-2.4M18.5 12.8a9 9 0 0 0-2-1.5M3 9.5a13 13 0 0 1 3.5-2.3M21 9.5a13 13 0 0 0-9.5-3.4M12 19.5v.01'
export const sparkle = 'M12 4c.6 4.5 2.5 6.5 7 7-4.5.6-6.4 2.5-7 7-.6-4.5-2.5-6.4-7-7 4.5-.5 6.4-2.5 7-7zM19 17v4M17 19h4'
export const speaker = 'M4 9.5v5h3.5l5 4v-13l-5 4zM16 9a4.5 4.5 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11'
export const play: IconShape = {
  filled: 'M8 5.5v13l11-6.5z',
}
export const edit = 'M5 19l.8-4L15.5 5.2a2 2 0 0 1 2.8 0l.5.5a2 2 0 0 1 0 2.8L9 18.2z'
export const flag = 'M6 21V4.5M6 5.5c4-2.5 7.5 2.5 12 0v8.5c-4.5 2.5-8-2.5-12 0'
export const trash = 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5'
export const image =
  'M6 4.5h12a2.5 2.5 0 0 1 2.5 2.5v10a2.5 2.5 0 0 1-2.5 2.5h-12a2.5 2.5 0 0 1-2.5-2.5v-10a2.5 2.5 0 0 1 2.5-2.5zM7.4 10a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0zM4 17l4.5-4 3 2.5 4-4 5 5'
export const question =
  'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM9.8 9.7a2.3 2.3 0 1 1 3.4 2c-.8.5-1.2.9-1.2 1.8M12 16.5v.01'
export const user = 'M8.2 8a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0zM4.5 20a7.5 7.5 0 0 1 15 0'
export const users =
  'M5.8 8.5a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0zM3 19.5a6 6 0 0 1 12 0M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17.5 14a6 6 0 0 1 3.5 5.5'
export const signOut: IconShape = {
  d: 'M10 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h4M14 8l4 4-4 4M18 12H9',
  mirrored: true,
}
export const repeat = 'M5 11a6.5 6.5 0 0 1 11-3.5L19 10M19 5v5h-5M19 13a6.5 6.5 0 0 1-11 3.5L5 14M5 19v-5h5'
export const chart = 'M5 19.5V11M10 19.5V5M15 19.5v-6M20 19.5V8.5'
export const shield = 'M12 3.5 19 6v5.5c0 4.5-2.8 7.3-7 9-4.2-1.7-7-4.5-7-9V6zM9 12l2.2 2.2L15 10.5'
export const google = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM15.2 9.8a4 4 0 1 0 .8 2.4h-3.6'
export const flame =
  'M12 3.5c.5 3 4.5 4.8 4.5 9.5a4.5 4.5 0 0 1-9 0c0-1.8.8-3 1.8-4 .3 1.2.9 1.8 1.7 2 .3-2.5-.2-5 1-7.5zM6 20.5h12'
