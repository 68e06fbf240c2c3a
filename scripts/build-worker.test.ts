import { expect, test } from 'vitest'
import { filesFor } from '../web/build-worker.ts'

type Bundle = Parameters<typeof filesFor>[1]
type Output = Bundle[string]

/** The parts of a built script that filesFor reads. */
const chunk = (name: string, parts: { modules?: string[]; imports?: string[]; css?: string[]; code?: string }) =>
  ({
    type: 'chunk',
    fileName: `assets/${name}`,
    moduleIds: parts.modules ?? [],
    imports: (parts.imports ?? []).map((each) => `assets/${each}`),
    code: parts.code ?? '',
    viteMetadata: { importedCss: new Set((parts.css ?? []).map((each) => `assets/${each}`)), importedAssets: new Set() },
  }) as unknown as Output
const asset = (name: string, source = '') => ({ type: 'asset', fileName: `assets/${name}`, source }) as unknown as Output

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
  ].map((output) => [output.fileName, output]),
)

test('filesFor lists a script with everything it needs immediately and nothing that other scripts need', () => {
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
