import { closeCase, reopenCase, signOffCase } from '@saathi/contract/safety/case-calls'
import type { Case } from '@saathi/contract/safety/case-entities'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import css from './case.module.css'
import { useCaseAct } from './queries.ts'
import { useProfileId } from './queue-row.tsx'

type CaseProps = { case: Case }

const blockers = ['unanswered_report', 'legal_duty', 'waiting_step'] as const

/** Tasks that must be done before the case can be closed. */
export function Closing({ case: it, isMine }: CaseProps & { isMine: boolean }) {
  const t = useText()
  const [isReopening, setReopening] = useState(false)
  return (
    <Card>
      <h2>{t('staff.safety.closing')}</h2>
      <dl className={css.points}>
        {[...blockers, 'sign_off' as const].map((point) => (
          <div key={point}>
            <dt>{t(`staff.safety.point.${point}`)}</dt>
            <dd>
              <Chip tone={it.openPoints.includes(point) ? (point === 'sign_off' ? 'plain' : 'bad') : 'ok'}>
                {t(it.openPoints.includes(point) ? 'staff.safety.point.open' : 'staff.safety.point.done')}
              </Chip>
            </dd>
          </div>
        ))}
      </dl>
      {it.state === 'closed' && !isMine && (
        <Button kind="line" size="sm" onClick={() => setReopening(true)}>
          {t('staff.safety.reopen')}
        </Button>
      )}
      {isReopening && <ReopenDialog caseId={it.id} onClose={() => setReopening(false)} />}
    </Card>
  )
}

function ReopenDialog({ caseId, onClose }: { caseId: number; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const reopening = useCaseAct(reopenCase, onClose)
  return (
    <FormDialog
      action={reopening}
      title={t('staff.safety.reopen')}
      button={t('staff.safety.reopen')}
      onClose={onClose}
      onSubmit={() => reopening.mutate({ params: { id: caseId }, body: { reason } })}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Disabled with a visible reason while something is missing. */
export function CloseButton({ case: it }: CaseProps) {
  const t = useText()
  const [isClosing, setClosing] = useState(false)
  const [decision, setDecision] = useState('')
  const closing = useCaseAct(closeCase, () => setClosing(false))
  const missing = blockers.filter((point) => it.openPoints.includes(point))
  return (
    <>
      <Button kind="primary" disabled={missing.length > 0} reasonId="cannot-close" onClick={() => setClosing(true)}>
        {t('staff.safety.close')}
      </Button>
      {missing.length > 0 && (
        <p id="cannot-close" className={css.meta}>
          {t('staff.safety.cannotClose', { points: missing.map((point) => t(`staff.safety.point.${point}`)).join(', ') })}
        </p>
      )}
      {isClosing && (
        <FormDialog
          action={closing}
          title={t('staff.safety.close')}
          text={t('staff.safety.closeText')}
          button={t('staff.safety.askSignOff')}
          onClose={() => setClosing(false)}
          onSubmit={() => closing.mutate({ params: { id: it.id }, body: { decision } })}
        >
          <Field label={t('staff.safety.decision')} required>
            <TextArea value={decision} maxLength={2000} required onChange={({ target }) => setDecision(target.value)} />
          </Field>
        </FormDialog>
      )}
    </>
  )
}

/** A second person reads the decision and ends the case, or sends it back. */
export function SignOff({ case: it }: CaseProps) {
  const t = useText()
  const { personId } = useProfileId()
  const [answer, setAnswer] = useState<'agree' | 'back' | null>(null)
  const request = it.events.findLast(({ kind }) => kind === 'close_asked')
  const name = request?.by?.name ?? t('staff.look.former')
  if (request?.by?.personId === personId) return <Note tone="info">{t('staff.safety.waitsForSignOff')}</Note>
  return (
    <>
      <Note tone="warn" title={t('staff.safety.signOffTitle', { name })}>
        <span dir="auto">{request?.text}</span>
        <span className={css.inline}>
          <Button kind="primary" size="sm" onClick={() => setAnswer('agree')}>
            {t('staff.safety.toSignOff')}
          </Button>
          <Button kind="line" size="sm" onClick={() => setAnswer('back')}>
            {t('staff.safety.sendBack')}
          </Button>
        </span>
      </Note>
      {answer && <SignOffDialog caseId={it.id} isAgreed={answer === 'agree'} onClose={() => setAnswer(null)} />}
    </>
  )
}

function SignOffDialog({ caseId, isAgreed, onClose }: { caseId: number; isAgreed: boolean; onClose: () => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const signing = useCaseAct(signOffCase, onClose)
  return (
    <FormDialog
      action={signing}
      title={t(isAgreed ? 'staff.safety.toSignOff' : 'staff.safety.sendBack')}
      text={t(isAgreed ? 'staff.safety.signOffText' : 'staff.safety.sendBackText')}
      button={t(isAgreed ? 'staff.safety.toSignOff' : 'staff.safety.sendBack')}
      onClose={onClose}
      onSubmit={() => signing.mutate({ params: { id: caseId }, body: { isAgreed, text: text.trim() || null } })}
    >
      <Field label={t('staff.safety.signOffWords')} required={!isAgreed}>
        <TextArea value={text} maxLength={2000} required={!isAgreed} onChange={({ target }) => setText(target.value)} />
      </Field>
    </FormDialog>
  )
}
