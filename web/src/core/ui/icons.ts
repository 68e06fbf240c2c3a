// Path data for the 24 px icons, one constant each, so that a page loads only the icons it imports.
export type IconShape =
  | string
  | {
      d?: string
      /** Drawn filled with the text colour, after the lines. */
      filled?: string
      /** Stroke width where 1.8 is too thin, as for dots. */
      weight?: number
      /** Points in reading direction: mirrored in right-to-left pages. */
      mirrored?: boolean
    }

// The icons of forms are in a separate file: the sign-in page loads no others.
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
export const globe =
  'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM3.5 12h17M12 3.5c2.8 2.5 2.8 14.5 0 17M12 3.5c-2.8 2.5-2.8 14.5 0 17'
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
export const minus = 'M5 12h14'
export const bookmark = 'M6.5 5A1.5 1.5 0 0 1 8 3.5h8A1.5 1.5 0 0 1 17.5 5v15.5L12 16.5l-5.5 4z'
export const bookmarkFilled: IconShape = {
  filled: 'M6.5 5A1.5 1.5 0 0 1 8 3.5h8A1.5 1.5 0 0 1 17.5 5v15.5L12 16.5l-5.5 4z',
}
export const cap = 'M12 4.5 2.5 9 12 13.5 21.5 9zM6.5 11v5c3 2.5 8 2.5 11 0v-5M21.5 9v5.5'
export const clock = 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM12 7.5V12l3 2'
export const calendar =
  'M6.5 5.5h11a2.5 2.5 0 0 1 2.5 2.5v10a2.5 2.5 0 0 1-2.5 2.5h-11a2.5 2.5 0 0 1-2.5-2.5v-10a2.5 2.5 0 0 1 2.5-2.5zM4 10h16M8.5 3.5v4M15.5 3.5v4'
export const search = 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0zM16 16l4.5 4.5'
export const bell = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4'
export const bellOff = 'M4 4l16 16M8.8 5.5A5.5 5.5 0 0 1 17.5 10v3.5M6.5 8.8v4.7L5 16.5h11.5M10 19.5a2.2 2.2 0 0 0 4 0'
export const flame =
  'M12 3.5c.5 3 4.5 4.8 4.5 9.5a4.5 4.5 0 0 1-9 0c0-1.8.8-3 1.8-4 .3 1.2.9 1.8 1.7 2 .3-2.5-.2-5 1-7.5zM6 20.5h12'
export const send: IconShape = {
  d: 'M4.5 12 20 4.5 15 20l-3.5-6.5zM11.5 13.5 20 4.5',
  mirrored: true,
}
export const attach = 'M19 11l-7.5 7.5a4.6 4.6 0 0 1-6.5-6.5L12.5 4.5a3 3 0 0 1 4.3 4.3L9.3 16.3a1.5 1.5 0 0 1-2.1-2.1L13.5 8'
export const smile = 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM8.5 14c1.8 2.6 5.2 2.6 7 0M9 9.5v.5M15 9.5v.5'
export const gif =
  'M6.5 5.5h11a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zM10 10.2a2.2 2.2 0 1 0 0 3.4V12H8.7M12.8 9.8v4.4M15.3 14.2V9.8H18M15.3 12h2.2'
export const video =
  'M5.5 6.5h7a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-7a2.5 2.5 0 0 1-2.5-2.5v-6a2.5 2.5 0 0 1 2.5-2.5zM15 11l6-3.5v9L15 13'
export const videoOff =
  'M5.5 6.5A2.5 2.5 0 0 0 3 9v6a2.5 2.5 0 0 0 2.5 2.5h7M9.5 6.5h3A2.5 2.5 0 0 1 15 9v2l6-3.5v9l-3-1.8M4 4l16 16'
export const mic = 'M12 3.5h0a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h0a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3'
export const micOff =
  'M9 9v2.5a3 3 0 0 0 4.5 2.6M15 11V6.5a3 3 0 0 0-5.8-1M5.5 11.5a6.5 6.5 0 0 0 10.3 5.3M18.5 11.5c0 1-.2 2-.6 2.8M12 18v3M4 4l16 16'
export const captions =
  'M6 5.5h12a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zM10.5 10.5a2 2 0 1 0 0 3M17 10.5a2 2 0 1 0 0 3'
export const shareScreen =
  'M5.5 4.5h13a2.5 2.5 0 0 1 2.5 2.5v7.5a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5v-7.5a2.5 2.5 0 0 1 2.5-2.5zM8.5 20.5h7M12 13.5v-5.5M9.5 10l2.5-2.5 2.5 2.5'
export const hand =
  'M8 12.5V6a1.5 1.5 0 0 1 3 0v5M11 11V4.7a1.5 1.5 0 0 1 3 0V11M14 11V6.2a1.5 1.5 0 0 1 3 0V14c0 4-2.3 6.5-5.5 6.5-3 0-4.3-1.5-6-5l-1.3-2.7a1.5 1.5 0 0 1 2.7-1.3L8 13.5'
export const grid =
  'M6 4h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM15 4h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM6 13h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM15 13h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2z'
export const more: IconShape = {
  d: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  weight: 3,
}
export const moreVertical: IconShape = {
  d: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  weight: 3,
}
export const hangUp =
  'M3.5 14.5c-.7-1.5-.4-3 1-4 4.5-3.3 10.5-3.3 15 0 1.4 1 1.7 2.5 1 4-.4.9-1.3 1.2-2.2.9l-2.5-.9a1.7 1.7 0 0 1-1.1-1.7l.1-1.3a10 10 0 0 0-5.6 0l.1 1.3a1.7 1.7 0 0 1-1.1 1.7l-2.5.9c-.9.3-1.8 0-2.2-.9z'
export const settings =
  'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM12 3.5v2.5M12 18v2.5M3.5 12H6M18 12h2.5M6 6l1.8 1.8M16.2 16.2 18 18M18 6l-1.8 1.8M7.8 16.2 6 18'
export const fullScreen = 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15'
export const record: IconShape = {
  d: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z',
  filled: 'M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z',
}
export const star = 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z'
export const starFilled: IconShape = {
  filled: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z',
}
export const heart = 'M12 19.5C7 16 4 13 4 9.5A4.3 4.3 0 0 1 12 7.3a4.3 4.3 0 0 1 8 2.2c0 3.5-3 6.5-8 10z'
export const heartFilled: IconShape = {
  filled: 'M12 19.5C7 16 4 13 4 9.5A4.3 4.3 0 0 1 12 7.3a4.3 4.3 0 0 1 8 2.2c0 3.5-3 6.5-8 10z',
}
export const filter = 'M4 7h16M7 12h10M10 17h4'
export const link = 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1'
export const file =
  'M6 4.5A1.5 1.5 0 0 1 7.5 3H14l4.5 4.5v12A1.5 1.5 0 0 1 17 21H7.5A1.5 1.5 0 0 1 6 19.5zM14 3v4.5h4.5M9 12.5h6M9 16h4'
export const download = 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15'
export const checkTwice = 'M2.5 12.5l4.5 4.5 8.5-10M11.5 15.8l1.5 1.2L21.5 7'
export const upload = 'M12 15V4M7.5 8.5 12 4l4.5 4.5M4.5 19.5h15'
export const undo = 'M9 5 4.5 9.5 9 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3'
export const offline =
  'M4 4l16 16M8.5 16a5 5 0 0 1 7 0M5.5 12.8a9 9 0 0 1 4-2.4M18.5 12.8a9 9 0 0 0-2-1.5M3 9.5a13 13 0 0 1 3.5-2.3M21 9.5a13 13 0 0 0-9.5-3.4M12 19.5v.01'
export const sparkle = 'M12 4c.6 4.5 2.5 6.5 7 7-4.5.6-6.4 2.5-7 7-.6-4.5-2.5-6.4-7-7 4.5-.5 6.4-2.5 7-7zM19 17v4M17 19h4'
export const speaker = 'M4 9.5v5h3.5l5 4v-13l-5 4zM16 9a4.5 4.5 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11'
export const play: IconShape = {
  filled: 'M8 5.5v13l11-6.5z',
}
export const edit = 'M5 19l.8-4L15.5 5.2a2 2 0 0 1 2.8 0l.5.5a2 2 0 0 1 0 2.8L9 18.2z'
export const copy =
  'M11 8.5h6.5a2.5 2.5 0 0 1 2.5 2.5v6.5a2.5 2.5 0 0 1-2.5 2.5H11a2.5 2.5 0 0 1-2.5-2.5V11A2.5 2.5 0 0 1 11 8.5zM15.5 8.5V6.5A2.5 2.5 0 0 0 13 4H6.5A2.5 2.5 0 0 0 4 6.5V13a2.5 2.5 0 0 0 2.5 2.5h2'
export const block = 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM6 6l12 12'
export const reply: IconShape = {
  d: 'M9.5 6 4 11.5 9.5 17M4.5 11.5H13a6.5 6.5 0 0 1 6.5 6.5v1',
  mirrored: true,
}
export const flag = 'M6 21V4.5M6 5.5c4-2.5 7.5 2.5 12 0v8.5c-4.5 2.5-8-2.5-12 0'
export const trash = 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5'
export const dragHandle: IconShape = {
  d: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  weight: 2.8,
}
export const image =
  'M6 4.5h12a2.5 2.5 0 0 1 2.5 2.5v10a2.5 2.5 0 0 1-2.5 2.5h-12a2.5 2.5 0 0 1-2.5-2.5v-10a2.5 2.5 0 0 1 2.5-2.5zM7.4 10a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0zM4 17l4.5-4 3 2.5 4-4 5 5'
export const text = 'M5 6.5h14M12 6.5v12M9.5 18.5h5'
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
export const place = 'M12 20.5c-4-4.5-6-7.5-6-10.5a6 6 0 0 1 12 0c0 3-2 6-6 10.5zM9.8 10a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z'
export const medal = 'M6.5 14.5a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0zM8.5 10 6 3.5h4L12 8l2-4.5h4L15.5 10'
export const thumbUp = 'M8 20V11l3.5-7a2 2 0 0 1 2 2.3L13 9.5h4.8a2 2 0 0 1 2 2.4l-1.3 6.5a2 2 0 0 1-2 1.6zM8 11H4.5v9H8'
export const pin = 'M12 15v6M8.5 4h7l-1 6 2.5 3v2H7v-2l2.5-3z'
export const keyboard =
  'M5.5 6.5h13a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5v-6a2.5 2.5 0 0 1 2.5-2.5zM7 10.5h.01M10.5 10.5h.01M14 10.5h.01M17 10.5h.01M8 14h8'
export const google = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM15.2 9.8a4 4 0 1 0 .8 2.4h-3.6'
export const device = 'M6 5h12a1.5 1.5 0 0 1 1.5 1.5V16h-15V6.5A1.5 1.5 0 0 1 6 5zM2.5 19h19'
