#nullable disable

namespace System.Fabric;

public sealed class FabricClientSettings
{
    public TimeSpan ConnectionIdleTimeout { get; set; }

    public TimeSpan ConnectionInitializationTimeout { get; set; }

    public TimeSpan HealthOperationTimeout { get; set; }

    public TimeSpan HealthReportRetrySendInterval { get; set; }

    public TimeSpan HealthReportSendInterval { get; set; }

    public TimeSpan KeepAliveInterval { get; set; }

    public TimeSpan NotificationCacheUpdateTimeout { get; set; }

    public TimeSpan NotificationGatewayConnectionTimeout { get; set; }

    public TimeSpan ServiceChangePollInterval { get; set; }

    public long AuthTokenBufferSize { get; set; }

    public long PartitionLocationCacheBucketCount { get; set; }

    public long PartitionLocationCacheLimit { get; set; }

    public string ClientFriendlyName { get; set; }
}
