using System;
using System.Linq;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Tests.Cluster;

/// <summary>Parts of a cluster's status, of which a test names what it is about.</summary>
internal static class Statuses
{
    internal static ClusterView Status(NodeView[] nodes, params ServiceView[] services) => new()
    {
        Pid = 1,
        Durability = "Fsync",
        Health = "Ok",
        Nodes = nodes,
        Applications =
        [
            .. services.GroupBy(s => s.Application).Select(a => new ApplicationView
            {
                Name = a.Key,
                TypeName = "Type",
                TypeVersion = "1.0.0",
                Status = "Ready",
                Health = "Ok",
                Parameters = new System.Collections.Generic.Dictionary<string, string>(),
                Services = [.. a],
            }),
        ],
        HealthEvents = [],
    };

    internal static NodeView Node(string name, string status, int? pid, params (string Program, int Pid)[] hosts) =>
        new()
        {
            Name = name,
            Id = "0",
            Type = "NodeType0",
            Status = status,
            Health = "Ok",
            Address = "127.0.0.1",
            FaultDomain = "fd:/0",
            UpgradeDomain = "0",
            Pid = pid,
            Instance = "1",
            Hosts =
            [
                .. hosts.Select(h => new HostView
                {
                    Application = "fabric:/SfPerf",
                    ServicePackage = "Pkg",
                    CodePackage = "Code",
                    Program = h.Program,
                    Status = "Ready",
                    Pid = h.Pid,
                    Starts = 1,
                    Types = [],
                    LastWords = "",
                    Endpoints = [],
                }),
            ],
        };

    internal static ServiceView Service(string name, params PartitionView[] partitions) => new()
    {
        Name = name,
        TypeName = "Type",
        Kind = "Stateful",
        HasPersistedState = true,
        Application = name[..name.LastIndexOf('/')],
        ManifestVersion = "1.0.0",
        Health = "Ok",
        Partitions = partitions,
    };

    internal static PartitionView Partition(
        int replicas, string status = "Ready", params ReplicaStatusView[] there) => new()
        {
            Id = Guid.NewGuid(),
            Kind = "Singleton",
            Status = status,
            Health = "Ok",
            TargetReplicaSetSize = replicas,
            MinReplicaSetSize = 2,
            Stateful = true,
            Replicas = there,
        };
}
