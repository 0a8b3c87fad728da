namespace SfPerf.Fabric.Cluster.Management;

/// <summary>What becomes of an application that is deployed already.</summary>
internal enum DeployMode
{
    /// <summary>
    /// The same one stays if nothing differs; with other manifests or parameters it is deleted with its state and
    /// replaced. One of another name or type is an error.
    /// </summary>
    IfChanged,

    /// <summary>As IfChanged, but the same one is replaced though nothing differs.</summary>
    Always,

    /// <summary>One that differs in nothing stays; any other one is an error.</summary>
    Never,

    /// <summary>As IfChanged, but one of another name or type is deleted with its state and replaced, too.</summary>
    Replace,
}
