import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkFinder } from './build-chunks.ts'
import { firstVisit } from './build-first-visit.ts'
import { firstFonts } from './build-fonts.ts'
import { lazySchemas } from './build-lazy-schemas.ts'
import { serviceWorker } from './build-worker.ts'

const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/
const tooSmall = 200

/** The server sends these files as they are. Compressing once at the highest level is better than compressing per request. */
function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'saathi:precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compressFile(join(outDir, file))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < tooSmall) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** The font's hashed name is known only after the build, so the preload tag is added then. */
function preloadLatin(): Plugin {
  return {
    name: 'saathi:preload-latin',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const font = Object.keys(bundle).find((name) => /anek-latin-latin-wght-normal-.*\.woff2$/.test(name))
        if (!font) throw new Error('The Latin font is not in the build.')
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true },
          },
        ]
      },
    },
  }
}

/** What a call says only to the server and its documentation: `summary`, `errors` and most `action`s. */
function withoutServerParts(): Plugin {
  const parts = /^ {2}(?:summary:\s*(?:'[^'\n]*'|"[^"\n]*")|action: '(?!public')[^'\n]*'|errors: \[[^\]]*\]),$/gm
  return {
    name: 'saathi:without-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contract\/src\/.*calls\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(parts, ''), map: null }),
    },
  }
}

const namedFiles = new Map<string, string>()

/** Class names end in four letters for the file. They appear in both style and script, and a full hash does not compress. */
function classNameOf(local: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? file).replaceAll('\\', '/')
  const code = (createHash('sha256').update(path).digest().readUInt32BE() % 36 ** 4).toString(36)
  const other = namedFiles.get(code) ?? path
  if (other !== path) throw new Error(`${path} and ${other} would get the same class names: please rename one.`)
  namedFiles.set(code, path)
  return `${local}_${code}`
}

export default defineConfig({
  root: import.meta.dirname,
  // React includes this hook; the shim is only for old versions.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  css: { modules: { generateScopedName: classNameOf } },
  plugins: [
    withoutServerParts(),
    react(),
    lazySchemas(),
    firstFonts(),
    preloadLatin(),
    firstVisit(),
    serviceWorker(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    // A page opened before this build may still request its own scripts; scripts/build-web.ts removes old ones.
    emptyOutDir: false,
    target: 'es2022',
    // Keep drawings as separate files: inlined in a script they would be downloaded on every page. The logo is on every page.
    assetsInlineLimit: (file, content) => content.length < 400 || /\/logo(-dark)?\.svg$/.test(file),
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script contains the name of every other one, and a hash does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Changes only with a dependency, so browsers keep it cached between releases.
            {
              name: 'vendor',
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|zod)\/(?!.*(useBlocker|useMutationState|-virtual|virtual-core))/,
            },
            // Names every page's script once; loaded only after sign-in. The console has its own.
            { name: 'screens', test: /web\/src\/(?!staff\/).*\/screens\.ts$/, includeDependenciesRecursively: false },
            // Each module is in the chunk of all its users, so no chunk needs the imports of its modules.
            { debugName: 'by page', name: chunkFinder(), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
