import type { CSSProperties } from 'react'
import { classNames } from '../class-names.ts'
import css from './deferred.module.css'
import { Icon } from '../icon.tsx'
import { image } from '../icons.ts'

export type DeferredPictureProps = {
  /** Label: 'Show picture'. */
  words: string
  /** Name of the picture, for screen readers. */
  name: string
  /** Size of the download, if known. */
  cost: string | null
  className?: string | undefined
  /** Same size as the picture, so that nothing moves when it loads. */
  style?: CSSProperties | undefined
  onShow: () => void
}

/** Placeholder for a picture that is loaded only on request. */
export function DeferredPicture({ words, name, cost, className, style, onShow }: DeferredPictureProps) {
  return (
    <button type="button" className={classNames(css.held, className)} style={style} onClick={onShow}>
      <Icon of={image} size={28} />
      <span className={css.words}>
        {words}
        <span className="sr"> {name}</span>
        {cost !== null && <small className={css.cost}> {cost}</small>}
      </span>
    </button>
  )
}
