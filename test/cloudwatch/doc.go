// Package cloudwatch says what the alarms and scaling policies of a template do
// when its metrics take given values, as AWS documents it: metric math, the
// evaluation of alarms with missing data, step scaling and target tracking. Tests
// hold our templates against it. Each rule names its page and date; the tables
// that AWS prints are tests of this package.
//
// Time is in minutes, as all metrics here have a period of 60 seconds; another
// period is refused.
package cloudwatch
