import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import type { IconShape } from '../icons.ts'
import css from './segments.module.css'

export type Segment<Value extends string> = { value: Value; label: ReactNode; icon?: IconShape | undefined }

export type SegmentsProps<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, segments, value, onChange, className } = props
  return (
    <div className={classNames(css.segments, className)} role="group" aria-label={label}>
      {segments.map((segment) => (
        <button key={segment.value} type="button" aria-pressed={segment.value === value} onClick={() => onChange(segment.value)}>
          {segment.icon && <Icon of={segment.icon} />}
          {segment.label}
        </button>
      ))}
    </div>
  )
}
