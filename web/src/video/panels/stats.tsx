import { Fragment, useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import type { Call, CallStat, Tile } from '../engine/call-snapshot.ts'
import css from './panels.module.css'

const READ_EVERY_MS = 2_000

export function StatsPanel({ call, tiles }: { call: Pick<Call, 'readStats'>; tiles: readonly Tile[] }) {
  const t = useText()
  const [stats, setStats] = useState<readonly CallStat[] | null>(null)

  useEffect(() => {
    let isThere = true
    async function read() {
      // Fails if a connection closed during the call; the next read excludes it.
      const next = await call.readStats().catch(() => null)
      if (isThere && next) setStats(next)
    }
    void read()
    const timer = setInterval(() => void read(), READ_EVERY_MS)
    return () => {
      isThere = false
      clearInterval(timer)
    }
  }, [call])

  if (!stats) return <LoadingBeads label={t('app.loading')} labelHidden />
  if (stats.length === 0) return <p className={css.quiet}>{t('call.stats.none')}</p>
  return stats.map((stat) => (
    <Fragment key={stat.peerId}>
      <h3 dir="auto">{tiles.find(({ peerId }) => peerId === stat.peerId)?.name}</h3>
      <dl className={css.figures}>
        <dt>{t('call.stats.up')}</dt>
        <dd>{t('call.stats.kbit', { n: Math.round(stat.kbitUp) })}</dd>
        <dt>{t('call.stats.down')}</dt>
        <dd>{t('call.stats.kbit', { n: Math.round(stat.kbitDown) })}</dd>
        <dt>{t('call.stats.loss')}</dt>
        <dd>{t('call.stats.percent', { n: Math.round(stat.lossPercent) })}</dd>
        <dt>{t('call.stats.rtt')}</dt>
        <dd>{t('call.stats.ms', { n: Math.round(stat.rttMs) })}</dd>
        <dt>{t('call.stats.picture')}</dt>
        <dd>{pictureOf(stat)}</dd>
      </dl>
    </Fragment>
  ))

  function pictureOf({ width, height, framesPerSecond }: CallStat): string {
    if (width === 0) return t('call.stats.noPicture')
    return t('call.stats.size', { width, height, frames: Math.round(framesPerSecond) })
  }
}
