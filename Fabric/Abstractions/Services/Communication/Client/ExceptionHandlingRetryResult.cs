#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

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
