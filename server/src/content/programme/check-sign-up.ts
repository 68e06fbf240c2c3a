import { UserType } from '@saathi/contract/accounts/entities'
import { named, repeated } from './check-names.ts'
import type { Problem } from './problems.ts'
import type { Programme } from './programme.ts'

/** What one meets when signing up: the codes of institutions, and what one declares. */
export function checkSignUp(programme: Programme): Problem[] {
  return [...checkInstitutions(programme), ...UserType.options.flatMap((type) => checkDeclaration(programme, type))]
}

function checkInstitutions({ about }: Programme): Problem[] {
  const { institutions, projects } = about.value
  const keys = projects.map(({ key }) => key)
  return [
    ...repeated(
      about,
      institutions.map(({ code }, at) => [['institutions', at, 'code'], code]),
    ),
    ...institutions.flatMap(({ project }, at) =>
      named(about, ['institutions', at, 'project'], project, keys, 'project of this file'),
    ),
  ]
}

function checkDeclaration({ about, declarations }: Programme, type: UserType): Problem[] {
  const { languages, baseLanguage, declarations: versions } = about.value
  const texts = declarations.get(type) ?? new Map<string, string>()
  const file = (code: string) => `declarations/${type.toLowerCase()}${code === '' ? '' : `.${code}`}.md`
  if (versions[type] === undefined) {
    return [...texts.keys()].map((code) => ({ file: file(code), text: `has no version under "declarations" in programme.json` }))
  }
  const wanted = languages.map((code) => (code === baseLanguage ? '' : code))
  return [
    ...wanted.flatMap((code) => (texts.has(code) ? [] : [{ file: file(code), text: 'is missing' }])),
    ...[...texts.keys()].flatMap((code) =>
      wanted.includes(code) ? [] : [{ file: file(code), text: `"${code}" is not among the programme's other languages` }],
    ),
  ]
}
