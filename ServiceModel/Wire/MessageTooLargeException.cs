using System.ServiceModel;

namespace SfPerf.ServiceModel.Wire;

/// <summary>A message's size is over the quota; nothing of it was read.</summary>
internal sealed class MessageTooLargeException(long size, int max) : CommunicationException(
    $"A message of {size} bytes is larger than MaxReceivedMessageSize, {max}.",
    new QuotaExceededException($"A message of {size} bytes is larger than MaxReceivedMessageSize, {max}."));
