#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public interface IExceptionHandler
{
    bool TryHandleException(
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        out ExceptionHandlingResult result);
}

public sealed class ExceptionInformation
{
    public ExceptionInformation(Exception exception)
    {
        Exception = exception;
    }

    public ExceptionInformation(Exception exception, TargetReplicaSelector targetReplica)
    {
        Exception = exception;
        TargetReplica = targetReplica;
    }

    public TargetReplicaSelector TargetReplica { get; internal set; }

    public Exception Exception { get; internal set; }
}

public abstract class ExceptionHandlingResult
{
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

    public ExceptionHandlingRetryResult(
        Exception exception, bool isTransient, OperationRetrySettings retrySettings, int maxRetryCount)
        : this(exception?.GetType().FullName, isTransient, TimeSpan.Zero, maxRetryCount)
    {
        ArgumentNullException.ThrowIfNull(retrySettings);
        _getRetryDelay = attempt => retrySettings.RetryPolicy.GetNextRetryDelay(new(attempt, isTransient));
        RetryDelay = _getRetryDelay(0);
    }

    public ExceptionHandlingRetryResult(
        Exception exception, bool isTransient, TimeSpan retryDelay, int maxRetryCount)
        : this(exception?.GetType().FullName, isTransient, retryDelay, maxRetryCount)
    {
    }

    public ExceptionHandlingRetryResult(string exceptionId, bool isTransient, TimeSpan retryDelay, int maxRetryCount)
    {
        ExceptionId = exceptionId;
        IsTransient = isTransient;
        RetryDelay = retryDelay;
        MaxRetryCount = maxRetryCount;
        _getRetryDelay = _ => RetryDelay;
    }

    public string ExceptionId { get; }

    public bool IsTransient { get; }

    public int MaxRetryCount { get; }

    public TimeSpan RetryDelay { get; }

    public TimeSpan GetRetryDelay(int retryAttempt) => _getRetryDelay(retryAttempt);
}

public sealed class ExceptionHandlingThrowResult : ExceptionHandlingResult
{
    public Exception ExceptionToThrow { get; set; }
}
