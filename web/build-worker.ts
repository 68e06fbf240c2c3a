import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Build } from './src/core/worker/build.ts'

const source = join(import.meta.dirname, 'src')

/** Modules whose scripts must be available offline from the first visit: the shell, sign-in, learning and the mentorship area. */
const neededOffline = [
  'app/main.tsx',
  'core/live.ts',
  'app/screens.ts',
  'app/inside-layout.tsx',
  'app/not-found-page.tsx',
  'core/shell/account-panel.tsx',
  'core/shell/language-panel.tsx',
  'core/shell/update-note.tsx',
  'core/outbox/outbox-slot.tsx',
  'core/outbox/outbox-sheet.tsx',
  'core/unsent-drafts.ts',
  'notices/notices-bell.tsx',
  'safety/report-sheet.tsx',
  'feed/feed-section.tsx',
  'feed/like-queries.ts',
  'learning/hub-pages.ts',
  'learning/session-pages.ts',
  'learning/intro/about-dialog.tsx',
  'learning/kinds.ts',
  'surveys/public.ts',
  'surveys/stage/queries.ts',
  'surveys/surveys-pages.ts',
  'mentorship/home/page.tsx',
  'mentorship/partner/page.tsx',
  'mentorship/session-pages.ts',
  'calendar/home/days.tsx',
]

/** Fonts for other scripts are fetched and cached when first shown. */
const isOtherAlphabet = (file: string) => file.endsWith('.woff2') && !/anek-latin-latin-wght/.test(file)

/** Registers the worker on every page, late, so that caching does not compete with loading the page. */
const startWorker = `
      addEventListener('load', () => setTimeout(() => {
        let light = null
        try { light = localStorage.getItem('saathi.dataLight') } catch {}
        navigator.serviceWorker?.register(light ? '/sw.js?light=' + light : '/sw.js').catch(() => {})
      }, 3000))
    `

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>

/** The files of these modules and their static imports, with styles, drawings and fonts. */
export function filesFor(modules: readonly string[], bundle: Bundle): string[] {
  const found = new Set<string>()
  for (const module of modules) {
    const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && contains(each, module))
    if (!chunk) throw new Error(`${module} should be kept for offline, but no script contains it.`)
    addWithImports(chunk.fileName, bundle, found)
  }
  return [...found].toSorted()
}

/** A module that only re-exports others is missing from `moduleIds`. */
const contains = ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk, module: string): boolean =>
  facadeModuleId === module || moduleIds.includes(module)

function addWithImports(file: string, bundle: Bundle, found: Set<string>): void {
  const output = bundle[file]
  if (!output || found.has(file)) return
  found.add(file)
  const text = output.type === 'chunk' ? output.code : textOf(output)
  const scripts = output.type === 'chunk' ? [...output.imports, ...(output.viteMetadata?.importedCss ?? [])] : []
  const media = Object.keys(bundle).filter((name) => /\.(svg|png|webp|woff2)$/.test(name) && text.includes(basename(name)))
  for (const needed of [...scripts, ...media.filter((name) => !isOtherAlphabet(name))]) addWithImports(needed, bundle, found)
}

const textOf = ({ fileName, source: content }: Rolldown.OutputAsset): string =>
  fileName.endsWith('.css') ? (typeof content === 'string' ? content : Buffer.from(content).toString()) : ''

/** Builds the service worker. It contains the names of all other files, so it is built last. */
export function serviceWorker(): Plugin {
  let version = ''
  return {
    name: 'saathi:service-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const parts = [html, ...Object.keys(bundle).toSorted()]
        version = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
        return [
          { tag: 'meta', injectTo: 'head', attrs: { name: 'saathi-version', content: version } },
          { tag: 'script', injectTo: 'body', children: startWorker },
        ]
      },
    },
    generateBundle: {
      order: 'post',
      handler: async function (_options, bundle) {
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
        const modules = neededOffline.map((module) => join(source, module).replaceAll('\\', '/'))
        const shell = filesFor(modules, bundle)
        const others = files.filter((name) => !shell.includes(name)).toSorted()
        const address = (name: string) => `/${name}`
        const buildInfo: Build = { version, shell: shell.map(address), others: others.map(address) }
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await buildWorker(buildInfo) })
      },
    },
  }
}

async function buildWorker(buildInfo: Build): Promise<string> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(buildInfo) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: resolve(source, 'core/worker/sw.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('The service worker build produced several files.')
  return result.output[0].code
}
