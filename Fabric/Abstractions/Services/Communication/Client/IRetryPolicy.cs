#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public interface IRetryPolicy
{
    TimeSpan ClientRetryTimeout { get; }

    TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters);

    int TotalNumberOfRetries { get; }
}
