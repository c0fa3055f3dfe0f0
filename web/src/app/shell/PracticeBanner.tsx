// A banner on every page of a practice portal.
import { isPractice, practiceWords } from '../../ui/practice.ts'
import classes from './ConnectionBanner.module.css'

export const PracticeBanner = () =>
  isPractice() && (
    <p className={classes.practice} role="note">
      {practiceWords}
    </p>
  )
