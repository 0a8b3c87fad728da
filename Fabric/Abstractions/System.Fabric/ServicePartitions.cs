#nullable disable

using System.Collections.Generic;
using System.Fabric.Health;

namespace System.Fabric;

/// <summary>
/// The partition as a replica or instance sees it: its key, and what the service reports to the cluster. Any thread may
/// call it. Reports are sent at once and are not acknowledged.
/// </summary>
public interface IServicePartition
{
    /// <summary>Gets the id and the key of the partition.</summary>
    ServicePartitionInformation PartitionInfo { get; }

    /// <summary>
    /// Tells the cluster the present load of this replica or instance. It is kept and shown; it moves no replica here.
    /// </summary>
    /// <param name="metrics">The metrics; those that are not named keep their last value. The cluster keeps up to 256
    /// of a replica.</param>
    /// <exception cref="ArgumentNullException">The metrics are null.</exception>
    void ReportLoad(IEnumerable<LoadMetric> metrics);

    /// <summary>
    /// Tells the cluster that this replica or instance cannot go on. The cluster aborts it and opens it again, with a
    /// new object and the same id, after a pause of 100 ms that doubles with each failure up to 10 s.
    /// </summary>
    /// <param name="faultType">How bad it is. A permanent fault is treated as a transient one: the replica keeps its
    /// state. Service Fabric drops it.</param>
    /// <remarks>
    /// A stateful replica refuses reads and writes as soon as this method is called. If it was the primary, another one
    /// is elected.
    /// </remarks>
    void ReportFault(FaultType faultType);

    /// <summary>
    /// Tells the cluster what a move of the replica costs. It is kept and shown; no replica is moved because of it
    /// here.
    /// </summary>
    /// <param name="moveCost">The cost.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is not one of the enumeration.</exception>
    void ReportMoveCost(MoveCost moveCost);

    /// <summary>Reports the health of the partition. See the overload with options.</summary>
    /// <param name="healthInfo">What is said of the partition.</param>
    void ReportPartitionHealth(HealthInformation healthInfo);

    /// <summary>
    /// Reports the health of the partition. All its replicas report of the same entity: the newest report of a source
    /// and property counts, whichever replica sent it.
    /// </summary>
    /// <param name="healthInfo">What is said of the partition. Read before the method returns.</param>
    /// <param name="sendOptions">Has no effect: every report is sent at once. Null is allowed.</param>
    /// <exception cref="ArgumentException">The state is not Ok, Warning or Error, the source begins with
    /// <c>System.</c>, or the time to live is not above zero.</exception>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    void ReportPartitionHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);
}

/// <summary>The partition as a replica of a stateful service sees it. Any thread may call it.</summary>
public interface IStatefulServicePartition : IServicePartition
{
    /// <summary>Gets whether this replica may answer reads as the primary. The value may change at any time.</summary>
    /// <value>
    /// Granted while the primary has applied what was written before its term and holds a read lease;
    /// ReconfigurationPending while it has no lease; NotPrimary on every other replica; Invalid before the replica has
    /// a replicator.
    /// </value>
    PartitionAccessStatus ReadStatus { get; }

    /// <summary>Gets whether this replica accepts writes. The value may change at any time.</summary>
    /// <value>
    /// Granted while the primary has applied what was written before its term and a write quorum is connected;
    /// ReconfigurationPending before; NoWriteQuorum without a quorum; NotPrimary on every other replica; Invalid before
    /// the replica has a replicator.
    /// </value>
    PartitionAccessStatus WriteStatus { get; }

    /// <summary>Reports the health of this replica. See the overload with options.</summary>
    /// <param name="healthInfo">What is said of the replica.</param>
    void ReportReplicaHealth(HealthInformation healthInfo);

    /// <summary>Reports the health of this replica.</summary>
    /// <param name="healthInfo">What is said of the replica. Read before the method returns.</param>
    /// <param name="sendOptions">Has no effect: every report is sent at once. Null is allowed.</param>
    /// <exception cref="ArgumentException">The state is not Ok, Warning or Error, the source begins with
    /// <c>System.</c>, or the time to live is not above zero.</exception>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    void ReportReplicaHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);
}

/// <summary>The partition as an instance of a stateless service sees it. Any thread may call it.</summary>
public interface IStatelessServicePartition : IServicePartition
{
    /// <summary>Reports the health of this instance. See the overload with options.</summary>
    /// <param name="healthInfo">What is said of the instance.</param>
    void ReportInstanceHealth(HealthInformation healthInfo);

    /// <summary>Reports the health of this instance.</summary>
    /// <param name="healthInfo">What is said of the instance. Read before the method returns.</param>
    /// <param name="sendOptions">Has no effect: every report is sent at once. Null is allowed.</param>
    /// <exception cref="ArgumentException">The state is not Ok, Warning or Error, the source begins with
    /// <c>System.</c>, or the time to live is not above zero.</exception>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
    void ReportInstanceHealth(HealthInformation healthInfo, HealthReportSendOptions sendOptions);
}

/// <summary>Says whether a replica may read or write.</summary>
public enum PartitionAccessStatus
{
    /// <summary>Not known: the replica is not open yet.</summary>
    Invalid = 0,
    /// <summary>It may.</summary>
    Granted = 1,
    /// <summary>
    /// It may not yet: the replica is primary and the change of the configuration has not ended. Try again.
    /// </summary>
    ReconfigurationPending = 2,
    /// <summary>It may not: another replica is primary, or none. Resolve the partition again.</summary>
    NotPrimary = 3,
    /// <summary>It may not write: too few replicas are connected. Try again.</summary>
    NoWriteQuorum = 4,
}

/// <summary>
/// Says how bad a fault of a replica or instance is. The local cluster treats all alike: it opens the replica again.
/// </summary>
public enum FaultType
{
    /// <summary>No fault type.</summary>
    Invalid = 0,
    /// <summary>
    /// The replica cannot be used any more. Service Fabric drops it with its state; here it is opened again with it.
    /// </summary>
    Permanent = 1,
    /// <summary>The replica can go on once it is opened again.</summary>
    Transient = 2,
}

/// <summary>
/// Says what a move of a replica costs. It is shown, and no replica is moved or spared because of it.
/// </summary>
public enum MoveCost
{
    /// <summary>Nothing.</summary>
    Zero = 0,
    /// <summary>Little.</summary>
    Low = 1,
    /// <summary>More than little.</summary>
    Medium = 2,
    /// <summary>Much.</summary>
    High = 3,
}
