import type { CallReply } from '@saathi/contract/core/call'
import type { getPublishing } from '@saathi/contract/content/draft-calls'
import type { DraftContent, DraftKind } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { Note } from '#core/ui/note.tsx'
import { useStore } from '#core/store.ts'
import { alert, check } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import css from './publish.module.css'
import type { Editor, EditorState } from './editor-store.ts'
import { placeOfProblem } from './part-titles.ts'
import { type DraftAct, publishingQuery, useDraftAct } from './queries.ts'

type PublishDialogProps = {
  draft: DraftContent
  editor: Editor
  hasChanges: boolean
  revision: number
  onClose: () => void
}
type Way = 'now' | 'date' | 'wording' | 'unschedule' | 'takeBack' | 'discard'

/** Members must always find the FAQ, cards and legal texts. */
export const canBeTakenBack = (kind: DraftKind): boolean => kind === 'session' || kind === 'post' || kind === 'survey'

/** Before publishing, shows how many people stay on the old version and how many get the new one. Saves unsaved text first. */
export function PublishDialog({ draft, editor, hasChanges, revision, onClose }: PublishDialogProps) {
  const t = useText()
  const [way, setWay] = useState<Way>(
    draft.scheduledFor ? 'unschedule' : hasChanges || draft.state === 'taken_back' ? 'now' : 'takeBack',
  )
  const [day, setDay] = useState('')
  const [time, setTime] = useState('08:00')
  const [reason, setReason] = useState('')
  const { status, bodies } = useStore(editor.state)
  const publishing = useQuery(publishingQuery(draft, revision))
  const acting = useDraftAct(draft, ({ act }) => {
    showToast({ text: t(`staff.content.done.${act}`) })
    onClose()
  })
  useEffect(() => void editor.flush(), [editor])
  const facts = publishing.data
  const isBlocked =
    (way === 'now' || way === 'date' || way === 'wording') && (!facts || facts.problems.length > 0 || status !== 'saved')

  function toAct(): DraftAct {
    if (way === 'date') return { act: 'schedule', revision, at: new Date(`${day}T${time}:00+05:30`).toISOString() }
    if (way === 'unschedule') return { act: 'unschedule' }
    if (way === 'takeBack') return { act: 'takeBack', reason }
    if (way === 'discard') return { act: 'discard', revision }
    return { act: 'publish', way: way === 'wording' ? 'wording' : 'version', revision }
  }

  function titleOf(chosen: Way, version: number): string {
    if (chosen === 'takeBack') return t('staff.content.takeBackTitle')
    if (chosen === 'discard' || chosen === 'unschedule') return t(`staff.content.way.${chosen}`)
    return t('staff.content.publishTitle', { version })
  }

  const isOut = draft.version !== null && draft.state !== 'taken_back'
  const ways: Way[] = draft.scheduledFor
    ? ['unschedule']
    : [
        ...(hasChanges || draft.state === 'taken_back' ? (['now', 'date'] as const) : []),
        ...(hasChanges && facts?.isWordingOnly && isOut ? (['wording'] as const) : []),
        ...(hasChanges && draft.version !== null ? (['discard'] as const) : []),
        ...(isOut && canBeTakenBack(draft.kind) ? (['takeBack'] as const) : []),
      ]
  return (
    <FormDialog
      action={acting}
      title={titleOf(way, facts?.nextVersion ?? 1)}
      button={t(`staff.content.way.${way}Button`, { version: facts?.nextVersion ?? 1 })}
      cancel={t('staff.content.notYet')}
      isDanger={way === 'discard' || way === 'takeBack'}
      isDisabled={isBlocked || (way === 'date' && day === '')}
      onClose={onClose}
      onSubmit={() => acting.mutate(toAct())}
    >
      <QueryStates query={publishing} pending={<span />}>
        {(shown) =>
          way === 'takeBack' || way === 'discard' || way === 'unschedule' ? null : (
            <Facts facts={shown} way={way} draft={draft} bodies={bodies} />
          )
        }
      </QueryStates>
      <OptionGroup
        legend={t('staff.content.when')}
        options={ways.map((value) => ({ value, label: t(`staff.content.way.${value}`) }))}
        value={way}
        onChoose={(value) => setWay(ways.find((each) => each === value) ?? way)}
      />
      {way === 'date' && (
        <div className={css.date}>
          <Field label={t('staff.content.day')} required>
            <TextInput type="date" value={day} required onChange={({ target }) => setDay(target.value)} />
          </Field>
          <Field label={t('staff.content.time')} help={t('staff.content.timeHelp')} required>
            <TextInput type="time" value={time} required onChange={({ target }) => setTime(target.value)} />
          </Field>
        </div>
      )}
      {way === 'takeBack' && <ReasonField value={reason} onChange={setReason} help={t('staff.content.takeBackText')} />}
    </FormDialog>
  )
}

type Publishing = CallReply<typeof getPublishing>

type FactsProps = { facts: Publishing; way: Way; draft: DraftContent; bodies: EditorState['bodies'] }

function Facts({ facts, way, draft, bodies }: FactsProps) {
  const t = useText()
  const { kind, version } = draft
  const { stay, change, problems, nextVersion, fallBack, needsReview, approvedBy } = facts
  return (
    <>
      {kind === 'legal' && <Note tone="info">{t('staff.content.agreeAgain')}</Note>}
      {way !== 'wording' && kind === 'session' && (
        <div className={css.people}>
          {version !== null && (
            <div>
              <b>{stay}</b>
              <span>{t('staff.content.stay', { version })}</span>
              <small>{t('staff.content.stayText')}</small>
            </div>
          )}
          <div>
            <b>{change}</b>
            <span>{t('staff.content.change', { version: nextVersion })}</span>
            <small>{t('staff.content.changeText')}</small>
          </div>
        </div>
      )}
      <ul className={css.checks}>
        {problems.length === 0 ? (
          <Check isGood text={t('staff.content.noProblems')} />
        ) : (
          problems
            .slice(0, 5)
            .map((problem, at) => <Check key={at} text={`${placeOfProblem(problem, bodies, t)}: ${problem.text}`} />)
        )}
        {needsReview && (
          <Check
            isGood={approvedBy !== null}
            text={approvedBy === null ? t('staff.content.reviewMissing') : t('staff.content.approved', { name: approvedBy })}
          />
        )}
        {fallBack.map(({ language, parts, isOffered }) => (
          <Check
            key={language}
            text={t(isOffered ? 'staff.content.fallsBack' : 'staff.content.notOffered', {
              language: language.toUpperCase(),
              count: parts,
            })}
          />
        ))}
      </ul>
    </>
  )
}

function Check({ isGood = false, text }: { isGood?: boolean; text: string }) {
  return (
    <li className={isGood ? css.good : css.warning}>
      <Icon of={isGood ? check : alert} size={18} /> <span>{text}</span>
    </li>
  )
}
