import oops from '#art/oops-link.svg'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

export type FailedProps = {
  title: ReactNode
  text?: ReactNode
  onRetry: () => void
  retryLabel: ReactNode
  retrying?: boolean | undefined
  retryingLabel?: ReactNode
  drawing?: string | undefined
  level?: 1 | 2 | 3 | 4 | undefined
  small?: boolean | undefined
}

export function Failed(props: FailedProps) {
  const { title, text, onRetry, retryLabel, retrying, retryingLabel, drawing = oops, level, small } = props
  const retry = (
    <Button kind="primary" size={small ? 'sm' : 'md'} busy={retrying} busyLabel={retryingLabel} onClick={onRetry}>
      {retryLabel}
    </Button>
  )
  return (
    <div role="alert">
      <Empty drawing={drawing} title={title} text={text} level={level} small={small} action={retry} />
    </div>
  )
}
