using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.Contracts;

namespace SfPerf.DriverContracts;

/// <summary>
/// Represents one load generator. The first three operations are the original's and measure one run at a time; the
/// others name their run, so that callers may share a generator for different services and no call has to last as long
/// as a phase.
/// </summary>
[ServiceContract(Namespace = WireNamespace.Uri)]
public interface ILoadDriver
{
    /// <summary>Prepares a run of the original's form; an earlier one of that form is cancelled.</summary>
    /// <param name="testSpecifications">This generator's share.</param>
    [OperationContract]
    Task InitializeAsync(TestSpecifications testSpecifications);

    /// <summary>Runs the write phase of what <see cref="InitializeAsync"/> prepared; ends with the phase.</summary>
    [OperationContract]
    Task<TestResults> RunWriteTestAsync();

    /// <summary>Runs the read phase after the write phase; ends with the phase.</summary>
    [OperationContract]
    Task<TestResults> RunReadTestAsync();

    /// <summary>Accepts a run and prepares it in the background. A repeated call with the same id is no error. While
    /// another client's run measures the same service, it is refused with a fault that says whose it is and since when.
    /// </summary>
    /// <param name="runId">Chosen by the caller; unique. What stands before its last hyphen is the client's.</param>
    /// <param name="request">What to measure.</param>
    [OperationContract]
    Task StartRunAsync(string runId, RunRequest request);

    /// <summary>Starts a phase of a run that waits for one. Repeated calls for a phase already started are no
    /// error.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="phase">The name of a phase: write, read or mixed.</param>
    [OperationContract]
    Task StartPhaseAsync(string runId, string phase);

    /// <summary>Returns how far a run is: at once when it changed since <paramref name="version"/>, else
    /// later.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="version">The version last seen; 0 at first.</param>
    /// <param name="waitMilliseconds">The longest wait for a change; at most 10,000.</param>
    [OperationContract]
    Task<RunProgress> GetProgressAsync(string runId, long version, int waitMilliseconds);

    /// <summary>Stops a run; what it has measured so far stays to be fetched.</summary>
    /// <param name="runId">The run.</param>
    [OperationContract]
    Task CancelRunAsync(string runId);

    /// <summary>Returns the phases measured so far, the last one perhaps in part.</summary>
    /// <param name="runId">The run.</param>
    [OperationContract]
    Task<RunResult> GetResultAsync(string runId);

    /// <summary>Cancels a run, waits for its last operation and forgets it.</summary>
    /// <param name="runId">The run; unknown ones are no error.</param>
    [OperationContract]
    Task RemoveRunAsync(string runId);
}
