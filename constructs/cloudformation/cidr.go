package cloudformation

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"math"
	"net/netip"
	"strconv"
)

// cidr evaluates Fn::Cidr for IPv4: count blocks of 2^bits addresses from a
// larger block.
func (e *evaluator) cidr(n *node) *datum {
	args := n.arguments()
	if len(args) != 2 && len(args) != 3 {
		return unknown("Fn::Cidr takes a block, a count and perhaps a size")
	}
	var parameters parameterSet
	texts := []string{"", "", "8"}
	for i, arg := range args {
		d := e.eval(arg)
		parameters = parameters.union(d.all())
		text, ok := d.scalar()
		if !ok {
			return unknown("a block that is known at deployment").after(parameters)
		}
		texts[i] = text
	}
	blocks, ok := cidrBlocks(texts[0], texts[1], texts[2])
	if !ok {
		return unknown("blocks that cannot be computed").after(parameters)
	}
	d := &datum{state: fact.Known, kind: ListKind, parameters: parameters}
	for _, block := range blocks {
		d.items = append(d.items, Value{d: knownText(StringKind, block).after(parameters), at: n})
	}
	return d
}

func cidrBlocks(block, countText, bitsText string) ([]string, bool) {
	prefix, err := netip.ParsePrefix(block)
	count, err2 := strconv.Atoi(countText)
	bits, err3 := strconv.Atoi(bitsText)
	if err != nil || err2 != nil || err3 != nil || !prefix.Addr().Is4() || count < 1 || count > maxCIDRs || bits < 1 || bits > 32-prefix.Bits() {
		return nil, false
	}
	first := prefix.Masked().Addr().As4()
	base := uint64(first[0])<<24 | uint64(first[1])<<16 | uint64(first[2])<<8 | uint64(first[3])
	size := uint64(1) << bits
	if uint64(count)*size > uint64(1)<<(32-prefix.Bits()) {
		return nil, false
	}
	var blocks []string
	for i := range count {
		a := base + uint64(i)*size
		if a > math.MaxUint32 {
			return nil, false
		}
		addr := netip.AddrFrom4([4]byte{byte(a >> 24), byte(a >> 16), byte(a >> 8), byte(a)})
		blocks = append(blocks, netip.PrefixFrom(addr, 32-bits).String())
	}
	return blocks, true
}
