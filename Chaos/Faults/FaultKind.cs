namespace SfPerf.Chaos.Faults;

/// <summary>Specifies what chaos does to a cluster.</summary>
public enum FaultKind
{
    /// <summary>kill -9 of the host process of a primary.</summary>
    KillPrimary,

    /// <summary>kill -9 of any host process.</summary>
    KillHost,

    /// <summary>kill -9 of a node process; its hosts end with it.</summary>
    KillNode,

    /// <summary>SIGSTOP of a host process, SIGCONT later.</summary>
    StopHost,

    /// <summary>SIGSTOP of a node process, SIGCONT later.</summary>
    StopNode,

    /// <summary>The primary moves to another replica, as asked.</summary>
    MovePrimary,

    /// <summary>The primary moves to another replica and back, several times in a row: calls meet both terms.</summary>
    MovePrimaryAndBack,

    /// <summary>kill -9 of the manager; it is started again.</summary>
    KillManager,

    /// <summary>The cluster is stopped in order and started again.</summary>
    Restart,

    /// <summary>The disk of a node fails, and works again later.</summary>
    FailDisk,

    /// <summary>SIGSTOP of all processes of the cluster at once, SIGCONT of all of them later.</summary>
    Freeze,
}
