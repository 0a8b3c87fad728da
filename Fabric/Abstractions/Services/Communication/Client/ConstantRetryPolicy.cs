#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public class ConstantRetryPolicy : IRetryPolicy
{
    public ConstantRetryPolicy(
        TimeSpan maxRetryBackoffIntervalOnTransientErrors,
        TimeSpan maxRetryBackoffIntervalOnNonTransientErrors,
        int maxRetryCount,
        int maxRetryCountOnNonTransientErrors,
        TimeSpan clientRetryTimeout)
    {
        MaxRetryBackoffIntervalOnTransientErrors = maxRetryBackoffIntervalOnTransientErrors;
        MaxRetryBackoffIntervalOnNonTransientErrors = maxRetryBackoffIntervalOnNonTransientErrors;
        TotalNumberOfRetries = maxRetryCount;
        MaxRetryCountOnNonTransientErrors = maxRetryCountOnNonTransientErrors;
        ClientRetryTimeout = clientRetryTimeout;
    }

    public TimeSpan MaxRetryBackoffIntervalOnTransientErrors { get; }

    public TimeSpan MaxRetryBackoffIntervalOnNonTransientErrors { get; }

    public int MaxRetryCountOnNonTransientErrors { get; }

    public int TotalNumberOfRetries { get; }

    public TimeSpan ClientRetryTimeout { get; }

    public TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters)
    {
        ArgumentNullException.ThrowIfNull(retryDelayParameters);
        return RetryDelay.UpTo(retryDelayParameters.IsTransient
            ? MaxRetryBackoffIntervalOnTransientErrors
            : MaxRetryBackoffIntervalOnNonTransientErrors);
    }
}
