import { addFilterRule, changeFilterRule } from '@saathi/contract/chat/filter-calls'
import { type FilterRule, isPattern, PATTERN_MAX, PATTERNS_MAX } from '@saathi/contract/chat/filter'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useFilterAct } from './filter-queries.ts'

type RuleDialogProps = { projectId: number; /** Null adds one. */ rule: FilterRule | null; onClose: () => void }

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Plain words, one pattern a line. The server checks them again. */
export function RuleDialog({ projectId, rule, onClose }: RuleDialogProps) {
  const t = useText()
  const [name, setName] = useState(rule?.name ?? '')
  const [text, setText] = useState(rule?.patterns.join('\n') ?? '')
  const [isTried, setTried] = useState(false)
  const adding = useFilterAct(projectId, addFilterRule, onClose)
  const changing = useFilterAct(projectId, changeFilterRule, onClose)
  const patterns = linesOf(text)
  const isWrong = patterns.length > PATTERNS_MAX || patterns.some((each) => !isPattern(each) || each.length > PATTERN_MAX)

  function handleSubmit() {
    setTried(true)
    if (isWrong || patterns.length === 0) return
    if (rule) changing.mutate({ params: { id: rule.id }, body: { name, patterns, version: rule.version } })
    else adding.mutate({ params: { projectId }, body: { name, patterns } })
  }

  const fields = (
    <>
      <Field label={t('staff.filter.ruleName')} required>
        <TextInput value={name} maxLength={80} required onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field
        label={t('staff.filter.patterns')}
        help={t('staff.filter.patternsHelp')}
        error={isTried && isWrong ? t('staff.filter.patternsWrong') : undefined}
        required
      >
        <TextArea value={text} rows={5} required onChange={({ target }) => setText(target.value)} />
      </Field>
    </>
  )
  const shared = { onClose, onSubmit: handleSubmit, children: fields, button: t('staff.filter.saveRule') }
  return rule ? (
    <FormDialog {...shared} action={changing} title={rule.name} text={t('staff.filter.changeText')} />
  ) : (
    <FormDialog {...shared} action={adding} title={t('staff.filter.addRule')} text={t('staff.filter.addText')} />
  )
}
