import { expect, test } from 'vitest'
import { filesFor } from '../web/build-worker.ts'

type Bundle = Parameters<typeof filesFor>[1]
type Made = Bundle[string]

/** As much of a built script as is looked at. */
const chunk = (name: string, given: { modules?: string[]; imports?: string[]; css?: string[]; code?: string }) =>
  ({
    type: 'chunk',
    fileName: `assets/${name}`,
    moduleIds: given.modules ?? [],
    imports: (given.imports ?? []).map((each) => `assets/${each}`),
    code: given.code ?? '',
    viteMetadata: { importedCss: new Set((given.css ?? []).map((each) => `assets/${each}`)), importedAssets: new Set() },
  }) as unknown as Made
const asset = (name: string, source = '') => ({ type: 'asset', fileName: `assets/${name}`, source }) as unknown as Made

const bundle: Bundle = Object.fromEntries(
  [
    chunk('index-1.js', { modules: ['/src/main.tsx'], imports: ['kit-1.js'], css: ['index-1.css'] }),
    chunk('kit-1.js', { modules: ['/src/button.tsx'], code: 'const logo = "/assets/logo-1.svg"' }),
    chunk('chat-1.js', { modules: ['/src/chat.tsx'], imports: ['kit-1.js'], css: ['chat-1.css'] }),
    asset('index-1.css', 'src: url(/assets/anek-latin-latin-wght-normal-1.woff2), url(/assets/anek-devanagari-wght-1.woff2)'),
    asset('chat-1.css'),
    asset('logo-1.svg'),
    asset('say-hi-1.svg'),
    asset('anek-latin-latin-wght-normal-1.woff2'),
    asset('anek-devanagari-wght-1.woff2'),
  ].map((made) => [made.fileName, made]),
)

test('a script is kept with all that it needs at once, and without what others need', () => {
  expect(filesFor(['/src/main.tsx'], bundle)).toEqual([
    'assets/anek-latin-latin-wght-normal-1.woff2',
    'assets/index-1.css',
    'assets/index-1.js',
    'assets/kit-1.js',
    'assets/logo-1.svg',
  ])
})

test('a module that has been renamed fails the build', () => {
  expect(() => filesFor(['/src/no-more.tsx'], bundle)).toThrow('/src/no-more.tsx should be kept for offline')
})
