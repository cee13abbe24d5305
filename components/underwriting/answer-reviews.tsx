'use client'

import dynamic from 'next/dynamic'

/** Loaded separately: a case without requests has no answers. */
export const AnswerReview = dynamic(() => import('./answer-review').then((file) => file.AnswerReview))
