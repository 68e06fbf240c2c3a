import type { Plugin } from 'vite'
import { fontsFolder, makeFonts } from './first-fonts/make.ts'

/** Cuts the fonts of other scripts (first-fonts/make.ts), and lets styles and scripts name the files. */
export function firstFonts(): Plugin {
  return {
    name: 'saathi:first-fonts',
    config: () => ({ resolve: { alias: [{ find: /^@first-fonts\//, replacement: `${fontsFolder.replaceAll('\\', '/')}/` }] } }),
    buildStart: makeFonts,
  }
}
