#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>
/// Decides whether a failed call may be tried again. It is called from any thread, several times at once.
/// </summary>
public interface IExceptionHandler
{
    /// <summary>Judges a failure, if the handler knows it.</summary>
    /// <param name="exceptionInformation">What the call, or the connection, failed with, and which replica was
    /// meant.</param>
    /// <param name="retrySettings">The settings of the caller, to be passed on to the result.</param>
    /// <param name="result">An <see cref="ExceptionHandlingRetryResult"/> to try again, an
    /// <see cref="ExceptionHandlingThrowResult"/> to give up. Not read where the method returns false.</param>
    /// <returns>
    /// False if the handler does not know the failure: the next handler is asked. A failure that no handler knows is
    /// thrown to the caller.
    /// </returns>
    bool TryHandleException(
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        out ExceptionHandlingResult result);
}

/// <summary>A failure as exception handlers see it.</summary>
public sealed class ExceptionInformation
{
    /// <summary>Initializes the information about a failure at a replica of the default kind.</summary>
    /// <param name="exception">What the call failed with.</param>
    public ExceptionInformation(Exception exception)
    {
        Exception = exception;
    }

    /// <summary>Initializes the information about a failure.</summary>
    /// <param name="exception">What the call failed with.</param>
    /// <param name="targetReplica">Which replica was meant.</param>
    public ExceptionInformation(Exception exception, TargetReplicaSelector targetReplica)
    {
        Exception = exception;
        TargetReplica = targetReplica;
    }

    /// <summary>Gets which replica was meant.</summary>
    public TargetReplicaSelector TargetReplica { get; internal set; }

    /// <summary>Gets what the call failed with. Of an aggregate exception each inner one is judged by itself.</summary>
    public Exception Exception { get; internal set; }
}

/// <summary>The judgement of an exception handler: to try again or to give up.</summary>
public abstract class ExceptionHandlingResult
{
    /// <summary>Initializes the base of a result.</summary>
    protected ExceptionHandlingResult()
    {
    }
}

/// <summary>
/// Says that the call may be tried again: at the same address when transient, resolved anew otherwise.
/// </summary>
public sealed class ExceptionHandlingRetryResult : ExceptionHandlingResult
{
    private readonly Func<int, TimeSpan> _getRetryDelay;

    /// <summary>Initializes a result whose pauses follow the policy of the settings.</summary>
    /// <param name="exception">The failure. The full name of its type becomes the <see cref="ExceptionId"/>.</param>
    /// <param name="isTransient">Whether the same address can be used again.</param>
    /// <param name="retrySettings">The settings whose policy gives the pauses.</param>
    /// <param name="maxRetryCount">How many retries in a row failures of this kind may cause.</param>
    /// <exception cref="ArgumentNullException">The settings are null.</exception>
    public ExceptionHandlingRetryResult(
        Exception exception, bool isTransient, OperationRetrySettings retrySettings, int maxRetryCount)
        : this(exception?.GetType().FullName, isTransient, TimeSpan.Zero, maxRetryCount)
    {
        ArgumentNullException.ThrowIfNull(retrySettings);
        _getRetryDelay = attempt => retrySettings.RetryPolicy.GetNextRetryDelay(new(attempt, isTransient));
        RetryDelay = _getRetryDelay(0);
    }

    /// <summary>Initializes a result with one pause for all retries.</summary>
    /// <param name="exception">The failure. The full name of its type becomes the <see cref="ExceptionId"/>.</param>
    /// <param name="isTransient">Whether the same address can be used again.</param>
    /// <param name="retryDelay">The pause before each retry, taken as it is.</param>
    /// <param name="maxRetryCount">How many retries in a row failures of this kind may cause.</param>
    public ExceptionHandlingRetryResult(
        Exception exception, bool isTransient, TimeSpan retryDelay, int maxRetryCount)
        : this(exception?.GetType().FullName, isTransient, retryDelay, maxRetryCount)
    {
    }

    /// <summary>
    /// Initializes a result with one pause for all retries, for a kind of failure that the caller names.
    /// </summary>
    /// <param name="exceptionId">The name of the kind of failure: retries are counted anew when it changes.</param>
    /// <param name="isTransient">Whether the same address can be used again.</param>
    /// <param name="retryDelay">The pause before each retry, taken as it is.</param>
    /// <param name="maxRetryCount">How many retries in a row failures of this kind may cause.</param>
    public ExceptionHandlingRetryResult(string exceptionId, bool isTransient, TimeSpan retryDelay, int maxRetryCount)
    {
        ExceptionId = exceptionId;
        IsTransient = isTransient;
        RetryDelay = retryDelay;
        MaxRetryCount = maxRetryCount;
        _getRetryDelay = _ => RetryDelay;
    }

    /// <summary>Gets the name of the kind of failure.</summary>
    public string ExceptionId { get; }

    /// <summary>Gets whether the same address can be used again. Otherwise the partition is resolved again.</summary>
    public bool IsTransient { get; }

    /// <summary>Gets how many retries in a row failures of this kind may cause.</summary>
    public int MaxRetryCount { get; }

    /// <summary>Gets the pause before the first retry.</summary>
    public TimeSpan RetryDelay { get; }

    /// <summary>Gets the pause before a retry.</summary>
    /// <param name="retryAttempt">The number of the retry; the first one is 0.</param>
    /// <returns>The pause; with a policy that draws it at random, another one at each call.</returns>
    public TimeSpan GetRetryDelay(int retryAttempt) => _getRetryDelay(retryAttempt);
}

/// <summary>Says that the call is given up.</summary>
public sealed class ExceptionHandlingThrowResult : ExceptionHandlingResult
{
    /// <summary>Gets or sets what the caller gets; null for the failure itself.</summary>
    public Exception ExceptionToThrow { get; set; }
}
