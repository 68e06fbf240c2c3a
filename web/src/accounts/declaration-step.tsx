import type { UserType } from '@saathi/contract/accounts/entities'
import { isMentor } from '@saathi/contract/accounts/roles'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Checkbox } from '#core/ui/checkbox.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import own from './declaration-step.module.css'
import { RetryNote } from './retry-note.tsx'
import { declarationQuery } from './sign-up-queries.ts'
import css from './auth-frame.module.css'
import { StepCard } from './auth-frame.tsx'

type DeclarationStepProps = {
  userType: UserType
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
  onContinue: () => void
}

export function DeclarationStep({ userType, isAccepted, onAccept, onContinue }: DeclarationStepProps) {
  const t = useText()
  const language = useLanguage()
  const { data, isError, isFetching, refetch } = useQuery(declarationQuery(userType, language))
  const reasonId = useId()
  // Nobody can agree to a text that did not load.
  const isReady = data !== undefined && isAccepted
  return (
    <StepCard
      title={t('signUp.declaration')}
      lead={t(isMentor(userType) ? 'signUp.declarationMentor' : 'signUp.declarationMentee')}
      onSubmit={() => isReady && onContinue()}
      action={
        <>
          {!isReady && (
            <p className={css.reason} id={reasonId}>
              {t('signUp.acceptReason')}
            </p>
          )}
          <Button kind="primary" size="lg" block type="submit" disabled={!isReady} reasonId={reasonId}>
            {t('wayIn.continue')}
          </Button>
        </>
      }
    >
      {data ? (
        <>
          <div className={own.text}>
            {data.declaration.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <Checkbox name="accept" checked={isAccepted} onChange={(event) => onAccept(event.target.checked)}>
            {t('signUp.accept')}
          </Checkbox>
        </>
      ) : isError ? (
        <RetryNote text={t('signUp.declarationFailed')} isLoading={isFetching} onLoad={() => void refetch()} />
      ) : (
        <SkeletonGroup className={own.text} label={t('signUp.declarationLoading')}>
          <Skeleton width="92%" />
          <Skeleton width="100%" />
          <Skeleton width="84%" />
          <Skeleton width="60%" />
        </SkeletonGroup>
      )}
    </StepCard>
  )
}
