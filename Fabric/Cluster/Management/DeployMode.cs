namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// Specifies what becomes of an application that is deployed already. One of another name stays beside it; one that
/// cannot (its name is the same and its type another, or names or fixed ports collide) is an error.
/// </summary>
internal enum DeployMode
{
    /// <summary>
    /// The same one, by name and type, stays if nothing differs; with other manifests or parameters it is deleted with
    /// its state and replaced.
    /// </summary>
    IfChanged,

    /// <summary>As IfChanged, but the same one is replaced though nothing differs.</summary>
    Always,

    /// <summary>The same one stays if nothing differs, and is an error otherwise.</summary>
    Never,

    /// <summary>As IfChanged, but those that cannot stay beside it are deleted with their state.</summary>
    Replace,
}
