// The icons of fields, notes and the sign-in page; all others are in icons.ts.
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

export const alert = 'M12 4 21 19.5H3zM12 10v4.5M12 17v.01'
export const bulb = 'M9 16.5c-1.8-1.2-3-3-3-5.2a6 6 0 0 1 12 0c0 2.2-1.2 4-3 5.2zM9.5 20h5'
export const check = 'M5 12.5l4.5 4.5L19 7.5'
export const down = 'M6.5 9.5l5.5 5.5 5.5-5.5'
export const eye =
  'M3 12c2.5-4.5 5.5-6.5 9-6.5s6.5 2 9 6.5c-2.5 4.5-5.5 6.5-9 6.5S5.5 16.5 3 12zM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0z'
export const eyeOff =
  'M9.8 5.8a9 9 0 0 1 2.2-.3c3.5 0 6.5 2 9 6.5a15 15 0 0 1-2.4 3.3M6.3 7.7C5.1 8.7 4 10.1 3 12c2.5 4.5 5.5 6.5 9 6.5a8.6 8.6 0 0 0 4-1M10 10a2.8 2.8 0 0 0 4 4M4 4l16 16'
export const info = 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM12 11v5M12 8v.01'
export const language = 'M4 6h9M8.5 4v2M11.5 6c-.8 3.5-3.5 6.5-7 8M6 9.5c1.2 2 3 3.5 5.5 4.5M12.5 20l4-9.5 4 9.5M13.8 17h5.4'
export const lock =
  'M7.5 10.5h9a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-2.5 2.5h-9a2.5 2.5 0 0 1-2.5-2.5v-5a2.5 2.5 0 0 1 2.5-2.5zM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2'
