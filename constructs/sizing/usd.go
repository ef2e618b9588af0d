package sizing

import (
	"fmt"
	"math"
	"strconv"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// USD is an amount in millionths of a US dollar, so that sums are exact.
type USD int64

// Dollars returns the amount of so many dollars, to the nearest millionth.
func Dollars(d float64) USD { return USD(math.Round(d * 1e6)) }

// Float returns the amount in dollars.
func (u USD) Float() float64 { return float64(u) / 1e6 }

// String returns the amount in dollars and cents.
func (u USD) String() string { return fmt.Sprintf("%.2f", u.Float()) }

// MarshalJSON writes dollars: 3.06.
func (u USD) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, u.Float(), 'f', -1, 64), nil
}

// UnmarshalJSON reads dollars.
func (u *USD) UnmarshalJSON(data []byte) error {
	d, err := strconv.ParseFloat(string(data), 64)
	if err != nil {
		return fmt.Errorf("an amount must be a number of dollars, got %s", data)
	}
	*u = Dollars(d)
	return nil
}

// Prices says where and when the prices are from. They are for Linux, on
// demand, and estimates.
type Prices struct {
	Region string `json:"region"`
	Date   string `json:"date"`
}

func catalogPrices() Prices {
	return Prices{Region: hardware.PriceRegion, Date: hardware.PriceDate}
}

// PriceOfType returns the on-demand price of an instance for an hour.
func PriceOfType(t hardware.InstanceType) fact.Value[USD] {
	if t.OnDemandUSDPerHour == 0 {
		return fact.NotKnown[USD]()
	}
	return fact.Of(Dollars(t.OnDemandUSDPerHour))
}
