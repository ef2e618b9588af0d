package simulate

import "time"

// Series is the course of the simulation in equal steps of time.
type Series struct {
	Step   time.Duration `json:"-"`
	Points []Point       `json:"-"`
}

// Point is the mean over one step. Without GPUs in the cluster, both GPU
// figures are 0.
type Point struct {
	Instances float64 // launched and not ended
	GPUs      float64 // of those that have registered
	UsedGPUs  float64 // that tasks hold
	Running   float64 // tasks that have an instance
	Waiting   float64 // tasks that have none
}

// maxPoints bounds a series. When it is full, two points become one.
const maxPoints = 1024

// recorder adds up a series.
type recorder struct {
	step   instant
	points []Point // sums of value times milliseconds
}

func newRecorder() *recorder { return &recorder{step: minute} }

// add records that the values held from one instant to another.
func (r *recorder) add(from, to instant, values Point) {
	for from < to {
		at := int(from / r.step)
		if at >= maxPoints {
			r.halve()
			continue
		}
		for at >= len(r.points) {
			r.points = append(r.points, Point{})
		}
		until := min(to, instant(at+1)*r.step)
		r.points[at].plus(values, float64(until-from))
		from = until
	}
}

func (r *recorder) halve() {
	half := make([]Point, (len(r.points)+1)/2)
	for i, p := range r.points {
		half[i/2].plus(p, 1)
	}
	r.points, r.step = half, 2*r.step
}

func (p *Point) plus(o Point, times float64) {
	p.Instances += o.Instances * times
	p.GPUs += o.GPUs * times
	p.UsedGPUs += o.UsedGPUs * times
	p.Running += o.Running * times
	p.Waiting += o.Waiting * times
}

// series returns the means. The last step may be shorter than the others.
func (r *recorder) series(end instant) Series {
	s := Series{Step: r.step.duration(), Points: make([]Point, len(r.points))}
	for i, sum := range r.points {
		width := min(r.step, end-instant(i)*r.step)
		if width > 0 {
			s.Points[i].plus(sum, 1/float64(width))
		}
	}
	return s
}
