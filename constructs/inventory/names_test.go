package inventory

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestInventory_PoolNames(t *testing.T) {
	inv := &Inventory{
		Clusters: []*Cluster{{Item: Item{LogicalID: "ClusterEB0386A7"}}},
		Pools: []*Pool{
			{Item: Item{LogicalID: "Named"}, Name: Known("gpu")},
			{Item: Item{LogicalID: "ClustertrainingAutoScalingGroup1D85760F"}},
			{Item: Item{LogicalID: "BatchASG1D85760A", ConstructPath: "App/Batch/ASG"}},
			{Item: Item{LogicalID: "One"}, Name: Known("twin")},
			{Item: Item{LogicalID: "Other"}, Name: Known("twin")},
		},
	}
	assert.Equal(t, map[string]string{
		"Named": "gpu",
		"ClustertrainingAutoScalingGroup1D85760F": "training",
		"BatchASG1D85760A":                        "App/Batch/ASG",
		"One":                                     "One",
		"Other":                                   "Other",
	}, inv.PoolNames())
}

func TestInventory_ServiceNames(t *testing.T) {
	inv := &Inventory{Services: []*Service{
		{Item: Item{LogicalID: "Web"}, Name: Known("frontend")},
		{Item: Item{LogicalID: "Embeddings1D85760F"}},
		{Item: Item{LogicalID: "NewASG1D85760F"}},
		{Item: Item{LogicalID: "Plain"}, Name: NotKnown[string]("a parameter")},
		{Item: Item{LogicalID: "Twin1D85760F"}},
		{Item: Item{LogicalID: "Twin1D85760A"}},
	}}
	assert.Equal(t, map[string]string{
		"Web":                "frontend",
		"Embeddings1D85760F": "Embeddings",
		"NewASG1D85760F":     "NewASG",
		"Plain":              "Plain",
		"Twin1D85760F":       "Twin1D85760F",
		"Twin1D85760A":       "Twin1D85760A",
	}, inv.ServiceNames())
}
