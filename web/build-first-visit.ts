import { join } from 'node:path'
import type { Plugin } from 'vite'
import { filesFor } from './build-worker.ts'
import { scripts } from './first-fonts/scripts.ts'

type Page = { path: string; modules: readonly string[]; reads: readonly string[] }

const nextStep = '/api/v2/users/next-step/'

/**
 * What a page needs first: its modules and its GET calls, spelled as the page makes them. `{name}` is a parameter of the page's
 * address. A call that the page does not make would only cost; one that is missing here is made as usual.
 */
const everyPage = {
  modules: ['app/screens.ts', 'app/inside-layout.tsx'],
  reads: ['/api/v2/users/profile/', '/api/v2/translation/getSupportedLanguages/', '/api/v2/notices/'],
}
const pages: readonly Page[] = [
  {
    path: '/learninghub',
    modules: [],
    reads: [
      nextStep,
      '/api/v2/learninghub/mysessions/?ongoing_session=true&image_type=web&page=1',
      '/api/v2/learninghub/mysessions/?image_type=web&page=1',
      '/api/v2/learninghub/sessions/?not_started=true&image_type=web&page=1',
      '/api/v2/learninghub/sessions/?bookmark=true&image_type=web&page=1',
    ],
  },
  {
    path: '/session/step',
    modules: ['learning/session-pages.ts'],
    reads: ['/api/v2/learninghub/sessions/{session}/?image_type=web'],
  },
  { path: '/mentorship', modules: ['mentorship/home/page.tsx'], reads: ['/api/v2/mentorships/', nextStep] },
  { path: '/surveylisting', modules: ['surveys/surveys-pages.ts'], reads: ['/api/v2/screening/survey-list/'] },
  {
    path: '/chat/messenger',
    modules: ['chat/chat-pages.ts'],
    reads: ['/api/v2/chat/channels/', '/api/v2/chat/unread-message/', '/api/v2/chat/bot-users/', '/api/v2/chat/presence/'],
  },
]

const placeholder = 'const plan = null'

/** The style that names the fonts of other scripts, and the first file of each, by language. */
function fontsOf(files: readonly string[]): Record<string, string[]> {
  const find = (name: RegExp) => {
    const file = files.find((each) => name.test(each))
    if (!file) throw new Error(`${name} is not in the build.`)
    return `/${file}`
  }
  const style = find(/script-fonts-.*\.css$/)
  return Object.fromEntries(
    scripts.flatMap(({ name, languages }) =>
      languages.map((language) => [language, [style, find(new RegExp(`anek-${name}-first-.*\\.woff2$`))]]),
    ),
  )
}

/** Gives the script in index.html the names of the files, which are known only after the build. */
export function firstVisit(): Plugin {
  const source = join(import.meta.dirname, 'src')
  return {
    name: 'saathi:first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        if (!html.includes(placeholder)) throw new Error('index.html has no place for the plan of the first visit.')
        const isFirst = (file: string) => html.includes(file)
        const filesOf = (modules: readonly string[]) =>
          filesFor(
            modules.map((module) => join(source, module).replaceAll('\\', '/')),
            bundle,
          )
            .filter((file) => /\.(js|css)$/.test(file) && !isFirst(file))
            .map((file) => `/${file}`)
        const files = filesOf(everyPage.modules)
        const plan = {
          files,
          fonts: fontsOf(Object.keys(bundle)),
          reads: everyPage.reads,
          pages: pages.map(({ path, modules, reads }) => ({
            path,
            files: filesOf(modules).filter((file) => !files.includes(file)),
            reads,
          })),
        }
        return html.replace(placeholder, () => `const plan = ${JSON.stringify(plan)}`)
      },
    },
  }
}
