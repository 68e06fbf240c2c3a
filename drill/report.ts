import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/run.ts'
import { firstOf, type Outcome, type Proof } from './proof.ts'

const path = join(root, 'docs/drill.md')
const NOT_YET = 'not yet run'
const titles = ['id', 'what is promised', 'how it is tried', 'measured', 'result', 'date', 'machine']

const rowOf = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '/')).join(' | ')} |`
const emptyRow = ({ id, goal, way }: Proof) => rowOf([id, goal, way, '', NOT_YET, '', ''])
const isRowOf = (line: string, { id }: Proof) => line.startsWith(`| ${id} |`)

/** The same page with a row for each proof: those that stand there stay, whoever measured them. */
export function withRows(page: string, proofs: readonly Proof[]): string {
  const lines = page.split('\n')
  const head = rowOf(titles)
  const measured = (proof: Proof) => lines.find((line) => isRowOf(line, proof) && !line.includes(`| ${NOT_YET} |`))
  const rows = proofs.map((proof) => measured(proof) ?? emptyRow(proof))
  const before = lines.filter((line) => !line.startsWith('|')).join('\n')
  return `${before.trimEnd()}\n\n${[head, `|${'---|'.repeat(titles.length)}`, ...rows].join('\n')}\n`
}

export function withOutcome(
  page: string,
  proof: Proof,
  { figures, faults, isPartial }: Outcome,
  run: { date: string; machine: string },
) {
  const measured = [...figures, ...(faults.length > 0 ? [`**${firstOf(faults)}**`] : [])].join('; ')
  const result = faults.length > 0 ? 'failed' : isPartial ? 'passed in part' : 'passed'
  const row = rowOf([proof.id, proof.goal, proof.way, measured, result, run.date, run.machine])
  return page.replace(/^\| .*$/gm, (line) => (isRowOf(line, proof) ? row : line))
}

const readPage = () => (existsSync(path) ? readFileSync(path, 'utf8') : '# The drill\n')

/** Written after each proof, so that what was measured stays though a later one is interrupted. */
export function writeOutcome(proofs: readonly Proof[], proof: Proof, outcome: Outcome, run: { date: string; machine: string }) {
  writeFileSync(path, withOutcome(withRows(readPage(), proofs), proof, outcome, run))
}
