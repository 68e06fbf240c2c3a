/** The product's colours, as in web/src/core/theme/palettes.css. */
export const palette = {
  marigold: '#ffb627',
  marigoldDeep: '#f29d0b',
  marigoldSoft: '#ffda8a',
  cream: '#fff1d8',
  creamDeep: '#ffe3b0',
  peacock: '#0a6a6c',
  peacockLight: '#138483',
  mint: '#cdeae7',
  mintSoft: '#e7f5f3',
  night: '#0a4247',
  nightDeep: '#0a3136',
  gulaal: '#da4069',
  rose: '#ffb3c6',
  roseSoft: '#ffe3ea',
  neel: '#4a60d3',
  neelLight: '#b0befc',
  neelSoft: '#ecefff',
  leaf: '#4aa649',
  leafSoft: '#dcefd8',
  clay: '#b9683c',
  clayDeep: '#96502a',
  chai: '#d9a066',
  ink: '#102b2b',
  white: '#ffffff',
} as const

export type Colour = keyof typeof palette
