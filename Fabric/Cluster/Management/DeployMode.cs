namespace SfPerf.Fabric.Cluster.Management;

/// <summary>What becomes of an application that is deployed already.</summary>
internal enum DeployMode
{
    /// <summary>An equal one stays; another one is deleted with its state and replaced.</summary>
    IfChanged,

    /// <summary>It is deleted with its state and replaced.</summary>
    Always,

    /// <summary>An equal one stays; another one is an error.</summary>
    Never,
}
