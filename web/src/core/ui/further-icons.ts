import type { IconShape } from './basic-icons.ts'

// Icons that the first pages do not show: of calls, chat and the console.

export const globe =
  'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM3.5 12h17M12 3.5c2.8 2.5 2.8 14.5 0 17M12 3.5c-2.8 2.5-2.8 14.5 0 17'
export const minus = 'M5 12h14'
export const cap = 'M12 4.5 2.5 9 12 13.5 21.5 9zM6.5 11v5c3 2.5 8 2.5 11 0v-5M21.5 9v5.5'
export const bellOff = 'M4 4l16 16M8.8 5.5A5.5 5.5 0 0 1 17.5 10v3.5M6.5 8.8v4.7L5 16.5h11.5M10 19.5a2.2 2.2 0 0 0 4 0'
export const send: IconShape = {
  d: 'M4.5 12 20 4.5 15 20l-3.5-6.5zM11.5 13.5 20 4.5',
  mirrored: true,
}
export const attach = 'M19 11l-7.5 7.5a4.6 4.6 0 0 1-6.5-6.5L12.5 4.5a3 3 0 0 1 4.3 4.3L9.3 16.3a1.5 1.5 0 0 1-2.1-2.1L13.5 8'
export const smile = 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM8.5 14c1.8 2.6 5.2 2.6 7 0M9 9.5v.5M15 9.5v.5'
export const gif =
  'M6.5 5.5h11a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zM10 10.2a2.2 2.2 0 1 0 0 3.4V12H8.7M12.8 9.8v4.4M15.3 14.2V9.8H18M15.3 12h2.2'
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
export const moreVertical: IconShape = {
  d: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  weight: 3,
}
export const hangUp =
  'M3.5 14.5c-.7-1.5-.4-3 1-4 4.5-3.3 10.5-3.3 15 0 1.4 1 1.7 2.5 1 4-.4.9-1.3 1.2-2.2.9l-2.5-.9a1.7 1.7 0 0 1-1.1-1.7l.1-1.3a10 10 0 0 0-5.6 0l.1 1.3a1.7 1.7 0 0 1-1.1 1.7l-2.5.9c-.9.3-1.8 0-2.2-.9z'
export const fullScreen = 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15'
export const record: IconShape = {
  d: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z',
  filled: 'M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z',
}
export const heartFilled: IconShape = {
  filled: 'M12 19.5C7 16 4 13 4 9.5A4.3 4.3 0 0 1 12 7.3a4.3 4.3 0 0 1 8 2.2c0 3.5-3 6.5-8 10z',
}
export const filter = 'M4 7h16M7 12h10M10 17h4'
export const checkTwice = 'M2.5 12.5l4.5 4.5 8.5-10M11.5 15.8l1.5 1.2L21.5 7'
export const upload = 'M12 15V4M7.5 8.5 12 4l4.5 4.5M4.5 19.5h15'
export const undo = 'M9 5 4.5 9.5 9 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3'
export const copy =
  'M11 8.5h6.5a2.5 2.5 0 0 1 2.5 2.5v6.5a2.5 2.5 0 0 1-2.5 2.5H11a2.5 2.5 0 0 1-2.5-2.5V11A2.5 2.5 0 0 1 11 8.5zM15.5 8.5V6.5A2.5 2.5 0 0 0 13 4H6.5A2.5 2.5 0 0 0 4 6.5V13a2.5 2.5 0 0 0 2.5 2.5h2'
export const block = 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM6 6l12 12'
export const reply: IconShape = {
  d: 'M9.5 6 4 11.5 9.5 17M4.5 11.5H13a6.5 6.5 0 0 1 6.5 6.5v1',
  mirrored: true,
}
export const text = 'M5 6.5h14M12 6.5v12M9.5 18.5h5'
export const place = 'M12 20.5c-4-4.5-6-7.5-6-10.5a6 6 0 0 1 12 0c0 3-2 6-6 10.5zM9.8 10a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z'
export const pin = 'M12 15v6M8.5 4h7l-1 6 2.5 3v2H7v-2l2.5-3z'
export const keyboard =
  'M5.5 6.5h13a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5v-6a2.5 2.5 0 0 1 2.5-2.5zM7 10.5h.01M10.5 10.5h.01M14 10.5h.01M17 10.5h.01M8 14h8'
export const device = 'M6 5h12a1.5 1.5 0 0 1 1.5 1.5V16h-15V6.5A1.5 1.5 0 0 1 6 5zM2.5 19h19'
export const pause: IconShape = {
  filled: 'M7 5.5h3.5v13H7zM13.5 5.5H17v13h-3.5z',
}
export const stop: IconShape = {
  filled: 'M7 7h10v10H7z',
}
